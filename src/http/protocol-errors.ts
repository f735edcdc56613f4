import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { tooSlow } from './errors';
import { isUploading } from './upload';

const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Requests that never reach a handler get the same kind of answer as all others, instead of Node's empty ones. */
export function answerProtocolErrors(server: Server): void {
  server.prependListener('request', toOriginForm);
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = errorBody('The Expect header asks for something that this service does not do.');
    response.writeHead(417, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'x-request-id': randomUUID(),
    });
    response.end(body);
  });
  server.on('clientError', answerClientError);
  // An option of `createServer`, which may be Nest's; the server reads it from here. `requestContext` looks instead.
  Object.assign(server, { requireHostHeader: false });
}

/** `GET http://host/path` is as good as `GET /path` (RFC 9112, 3.2.2), but nothing behind here expects it. */
function toOriginForm(request: IncomingMessage): void {
  const { url = '/' } = request;
  if (url.startsWith('/')) return;
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
  request.url = path.startsWith('/') ? path : `/${path}`;
}

function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The only thing that Node does about its time limit is to say so here, once a request.
  if (error.code === REQUEST_TIMEOUT && isUploading(socket)) return;
  // The connection is gone, or half an answer is out on it already: there is nothing to say any more.
  if (error.code === 'ECONNRESET' || !socket.writable || ('bytesWritten' in socket && socket.bytesWritten !== 0)) {
    socket.destroy();
    return;
  }
  const [status, msg] = explain(error.code);
  const body = errorBody(msg);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nx-request-id: ${randomUUID()}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function explain(code: string | undefined): [number, string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The headers are too large: at most 16 kB are accepted.'];
  if (code === REQUEST_TIMEOUT) return [408, tooSlow().message];
  return [400, 'The request is not valid HTTP.'];
}

function errorBody(msg: string): string {
  return JSON.stringify({ msg });
}
