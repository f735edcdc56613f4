import type { Express, Request } from 'express';

/** Express answers 304 to any `If-None-Match: *`. Here only answers with an ETag may be 304. */
export function sendWholeAnswers(express: Express): void {
  const inherited = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(express.request), 'fresh')!;
  Object.defineProperty(express.request, 'fresh', {
    get(this: Request): boolean {
      return this.res!.hasHeader('ETag') && (inherited.get!.call(this) as boolean);
    },
  });
}
