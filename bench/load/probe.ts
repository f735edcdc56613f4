import { readText, send } from './http-client';
import type { RequestLine } from './request-line';

/**
 * Makes sure that a server really does what is about to be measured: fast errors would look like a fast server.
 * @throws {Error} when the answer isn't the expected one
 */
export async function probe(url: string, line: RequestLine): Promise<void> {
  const response = await send(url, line);
  const { statusCode, headers } = response;
  const body = await readText(response);
  if (!isExpected(line, statusCode, headers.location, body)) {
    throw new Error(`${line.method} ${url}${line.path} was answered ${statusCode}: ${body.slice(0, 300)}`);
  }
}

function isExpected(
  { path, body: asked = '' }: RequestLine,
  status: number | undefined,
  location: string | undefined,
  body: string,
): boolean {
  if (path === '/api/check') {
    return status === 200 && body.includes('"pass":true') && asked.includes('"nonce"') === body.includes('"signed"');
  }
  if (path === '/api/uses') return status === 200 && body.includes('"status":"ACCEPTED"');
  if (path === '/api/keys') return status === 201 && body.includes('"key":"');
  if (path.startsWith('/api/keys/')) return status === 200 && body.includes('"key":"');
  return status === 302 && location !== undefined;
}
