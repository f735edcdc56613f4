import type { Express, Request } from 'express';

/**
 * Express answers 304 to every request with `If-None-Match: *`, though nothing here but the documentation names what it
 * sends: a cache would show what it has, and a client gets nothing. Only answers with an ETag may be left out.
 */
export function sendWholeAnswers(express: Express): void {
  const inherited = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(express.request), 'fresh')!;
  Object.defineProperty(express.request, 'fresh', {
    get(this: Request): boolean {
      return this.res!.hasHeader('ETag') && (inherited.get!.call(this) as boolean);
    },
  });
}
