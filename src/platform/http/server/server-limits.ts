import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Pipelining } from './pipelining';

/** Maximum time for a client to send headers and request, in milliseconds. */
const HEADERS_MS = 5000;
const REQUEST_MS = 8000;
/** How long an idle connection stays open, in milliseconds. Node adds a second. */
const KEEP_ALIVE_MS = 5000;
/** Longest time a client may read nothing, in milliseconds. Node notices after one or two of these. */
const UNREAD_MS = 4500;

/** Node ignores headers after the first 2,000, which a proxy may see. The 16 kB limit bounds their number anyway. */
export function readAllHeaders(server: Server): void {
  server.maxHeadersCount = 0;
}

/** Closes idle connections, and those of slow clients within 10 seconds. */
export function limitSlowClients(server: Server, pipelining: Pipelining): void {
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // Also fires while a handler works, when there is nothing to read yet. With a listener Node closes nothing itself.
  server.setTimeout(UNREAD_MS, (socket: Socket) => {
    if (socket.writableLength > 0 || pipelining.isIdle(socket)) socket.destroy();
  });
}
