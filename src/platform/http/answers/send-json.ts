import type { Response } from 'express';

/**
 * Sends text that is JSON already, head and body in one piece. Express's own `json()` looks at ten settings and
 * headers first, and makes a buffer of the body, which goes out as a second piece.
 * @param headers further ones
 */
export function sendJson(
  response: Response,
  status: number,
  text: string,
  headers?: Readonly<Record<string, string>>,
): void {
  const own = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  };
  response.writeHead(status, headers === undefined ? own : { ...own, ...headers });
  response.end(text);
}
