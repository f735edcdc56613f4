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
/** How long a client may keep its side open after the end, in milliseconds. */
const LINGER_MS = 2000;

/** Connections whose last answer was sent. */
const ended = new WeakSet<Duplex>();

/** Gives requests that reach no handler the usual error body. Complete requests before them are answered first. */
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
  // Nest may call `createServer`, so the option is set here. `requestContext` checks the header.
  Object.assign(server, { requireHostHeader: false });
}

/** `GET http://host/path` equals `GET /path` (RFC 9112, 3.2.2), but the code behind expects a path. */
function toOriginForm(request: IncomingMessage): void {
  const { url = '/' } = request;
  if (url.startsWith('/')) return;
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
  request.url = path.startsWith('/') ? path : `/${path}`;
}

function answerClientError(error: NodeJS.ErrnoException, socket: Socket, pipelining: Pipelining): void {
  // Node reports the timeout only here and leaves closing to us.
  if (error.code === REQUEST_TIMEOUT && isUploading(socket)) return;
  // Nothing valid can follow invalid HTTP.
  if (ended.has(socket)) return;
  const isSayable = error.code !== 'ECONNRESET' && socket.writable;
  const end = (isSaid: boolean): void => endWith(socket, isSaid ? '' : answerTo(error.code));
  if (!isSayable || !pipelining.endAfterAnswers(socket, end)) socket.destroy();
}

/** Sends the last answer and waits for the client to read it; closing at once could lose it. */
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
