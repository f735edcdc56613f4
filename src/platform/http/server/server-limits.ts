import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Pipelining } from './pipelining';

/** How long a client may take, in milliseconds: slower clients are cut off. */
const HEADERS_MS = 5000;
const REQUEST_MS = 8000;
/** How long a connection is kept for another request, in milliseconds; answers say so, and Node adds a second. */
const KEEP_ALIVE_MS = 5000;
/** Longest that a client may take nothing of an answer, in milliseconds; Node notices after one or two of these. */
const UNREAD_MS = 4500;

/**
 * Node leaves out what comes behind its first 2,000 headers: a second API key or a `Transfer-Encoding` there would be seen by
 * a proxy in front and not here. The limit of 16 kB for all headers bounds their number already.
 */
export function readAllHeaders(server: Server): void {
  server.maxHeadersCount = 0;
}

/** Closes the connections of slow clients within 10 seconds, and idle ones, so that they can't hold what others need. */
export function limitSlowClients(server: Server, pipelining: Pipelining): void {
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // The time also passes while the service itself works on an answer: then there is nothing to be read yet. And with a
  // listener Node itself closes nothing after either time.
  server.setTimeout(UNREAD_MS, (socket: Socket) => {
    if (socket.writableLength > 0 || pipelining.isIdle(socket)) socket.destroy();
  });
}
