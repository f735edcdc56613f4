import type { Response } from 'express';

/**
 * Sends text that is JSON already, head and body in one piece. Express's own `json()` looks at ten settings and
 * headers first, and makes a buffer of the body, which goes out as a second piece.
 */
export function sendJson(response: Response, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
