import type { Request } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    /**
     * Asks again whether who sent the request may do what it asks for; the guard's answer to a request that takes long.
     * Cheap enough for each piece of it: a revocation is known within 5 seconds. Absent where the guard asked for no key.
     * @throws {ApiError} 401 or 403 once that is no longer so
     */
    confirmAdmission?: () => Promise<void>;
  }
}

/** Passes on what a long answer is made of, as long as the caller may have it. */
export async function* whileAdmitted<T>(request: Request, pieces: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const piece of pieces) {
    await request.confirmAdmission?.();
    yield piece;
  }
}
