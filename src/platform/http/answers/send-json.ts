import type { Response } from 'express';

/** Sends JSON text, head and body in one write. Express's `json()` checks more and writes twice. */
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
