import type { Response } from 'express';
import { locationOf } from './link-url';

/** For redirects that may change with each visit. */
export const ASK_AGAIN = 'private, max-age=0';

/** Redirects a visitor. */
export function sendOn(response: Response, url: string, cacheControl: string): void {
  response.writeHead(302, { Location: locationOf(url), 'Cache-Control': cacheControl, 'Content-Length': 0 }).end();
}
