import type { Request } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    /** Checks access again, within 5 seconds of a revocation; throws 401 or 403. Absent on routes without a key. */
    confirmAdmission?: () => Promise<void>;
  }
}

/** Passes pieces on while the caller has access. */
export async function* whileAdmitted<T>(request: Request, pieces: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const piece of pieces) {
    await request.confirmAdmission?.();
    yield piece;
  }
}
