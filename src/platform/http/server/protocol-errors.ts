import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ERROR_CODE_HEADER } from '../../errors/error-codes';
import { type ApiError, badRequest, tooSlow } from '../../errors/errors';
import { badTransferCoding, headersTooLarge, unknownExpectation } from '../../errors/protocol-errors';
import { type Pipelining, readOn } from './pipelining';
import { isUploading } from '../bodies/upload';

const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';
/** How long a client may keep its half of a connection that has ended here, in milliseconds. */
const LINGER_MS = 2000;

/** Connections whose last answer is out. */
const ended = new WeakSet<Duplex>();

/**
 * Requests that never reach a handler get the same kind of answer as all others, instead of Node's empty ones. What came
 * whole before them on the same connection was done, and is answered first.
 */
export function answerProtocolErrors(server: Server, pipelining: Pipelining): void {
  server.prependListener('request', toOriginForm);
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, code, message } = unknownExpectation();
    const body = errorBody(message);
    response.writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      [ERROR_CODE_HEADER]: code,
      'x-request-id': randomUUID(),
    });
    response.end(body);
  });
  server.on('clientError', (error, socket) => answerClientError(error, socket as Socket, pipelining));
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

function answerClientError(error: NodeJS.ErrnoException, socket: Socket, pipelining: Pipelining): void {
  // The only thing that Node does about its time limit is to say so here, once a request.
  if (error.code === REQUEST_TIMEOUT && isUploading(socket)) return;
  // What comes after something that is no HTTP is none either.
  if (ended.has(socket)) return;
  const isSayable = error.code !== 'ECONNRESET' && socket.writable;
  const end = (isSaid: boolean): void => endWith(socket, isSaid ? '' : answerTo(error.code));
  if (!isSayable || !pipelining.endAfterAnswers(socket, end)) socket.destroy();
}

/** Sends the last of a connection, and lets the client take it: to close it at once could throw that away on its way. */
function endWith(socket: Socket, text: string): void {
  ended.add(socket);
  socket.end(text);
  readOn(socket);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

function answerTo(code: string | undefined): string {
  const error = explain(code);
  const { status } = error;
  const body = errorBody(error.message);
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\n${ERROR_CODE_HEADER}: ${error.code}\r\n` +
    `x-request-id: ${randomUUID()}\r\nConnection: close\r\n\r\n${body}`
  );
}

function explain(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (code === 'HPE_INVALID_TRANSFER_ENCODING') return badTransferCoding();
  if (code === REQUEST_TIMEOUT) return tooSlow();
  return badRequest({ code: 'request.malformed', message: 'The request is not valid HTTP.' });
}

function errorBody(msg: string): string {
  return JSON.stringify({ msg });
}
