import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Verdict } from '../../src/licensing/license-check/verdict';
import type { Answer } from '../../src/links/redirects/visit';
import { announce, apiKey } from './environment';

/** What a bare server does; how it is asked is the same for all of them. */
interface Operations {
  check(licenseKey: string, info: string): Promise<Verdict>;
  visit(nameKey: string): Promise<Answer>;
}

/** `node:http` and nothing else: the least that can stand between a request and the database. */
export function serve(name: string, operations: Operations): void {
  const secret = apiKey();
  const server = createServer((request, response) => {
    const answered =
      request.method === 'POST'
        ? answerCheck(operations, secret, request, response)
        : answerVisit(operations, request, response);
    answered.catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.writeHead(500, { 'Content-Length': 0 }).end();
    });
  });
  server.listen(0, '127.0.0.1', () => announce(name, (server.address() as AddressInfo).port));
  process.once('SIGTERM', () => process.exit(0));
}

async function answerCheck(
  operations: Operations,
  secret: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  if (request.headers['x-api-key'] !== secret) {
    response.writeHead(401, { 'Content-Length': 0 }).end();
    return;
  }
  const { id, info = '' } = JSON.parse(body) as { id: string; info?: string };
  const text = JSON.stringify(await operations.check(id, info));
  response
    .writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) })
    .end(text);
}

async function answerVisit(operations: Operations, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await operations.visit((request.url ?? '').slice(1).toLowerCase());
  if (answer.is !== 'redirect') response.writeHead(404, { 'Content-Length': 0 }).end();
  else response.writeHead(302, { Location: answer.link.url, 'Content-Length': 0 }).end();
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.once('end', () => resolve(body));
    request.once('error', reject);
  });
}
