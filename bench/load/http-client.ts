import { Agent, type IncomingMessage, request } from 'node:http';
import { API_KEY } from '../server-process';
import type { RequestLine } from './request-line';

/** Longest silence of a server. */
const TIMEOUT_MS = 30_000;

/** Sends a request and resolves with the beginning of its answer; the caller reads the body. */
export function send(
  url: string,
  { method, path, body, headers }: RequestLine,
  agent?: Agent,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path, {
      method,
      agent,
      timeout: TIMEOUT_MS,
      headers: {
        'x-api-key': API_KEY,
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        }),
        ...headers,
      },
    });
    outgoing.once('response', resolve);
    outgoing.once('timeout', () => outgoing.destroy(new Error(`${url}${path} did not answer in time`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The whole body as text. */
export async function readText(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) text += chunk;
  return text;
}
