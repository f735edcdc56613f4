import type { Response } from 'express';
import { locationOf } from './link-url';

/** For what may lead elsewhere the next time. */
export const ASK_AGAIN = 'private, max-age=0';

/** Leads a visitor on. */
export function sendOn(response: Response, url: string, cacheControl: string): void {
  response.writeHead(302, { Location: locationOf(url), 'Cache-Control': cacheControl, 'Content-Length': 0 }).end();
}
