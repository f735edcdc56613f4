import type { Express, Request } from 'express';

/**
 * Express answers 304 to any `If-None-Match: *`. Here only cacheable answers with an ETag may be 304: others get their
 * `no-store` when they are sent (security-headers.ts).
 */
export function sendWholeAnswers(express: Express): void {
  const inherited = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(express.request), 'fresh')!;
  Object.defineProperty(express.request, 'fresh', {
    get(this: Request): boolean {
      const isKept = this.res!.hasHeader('ETag') && this.res!.hasHeader('Cache-Control');
      return isKept && (inherited.get!.call(this) as boolean);
    },
  });
}
