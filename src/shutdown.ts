import type { Server } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';
import { Readiness } from './operations/health/readiness';
import type { FastExpressAdapter } from './platform/http/server/express-adapter';
import type { Pipelining } from './platform/http/server/pipelining';

/** As long as this without a request, and the connections that are left have nothing to say. */
const QUIET_MS = 250;
/** As long as this without a new connection, and none waits to be accepted. */
const LULL_MS = 10;
/** During a turn of the loop that takes longer than this, a client may have connected. */
const SHORT_TURN_MS = 0.5;
/** Longest wait for both. */
const BACKLOG_MS = 2000;
/** How long the requests under way may still take after that; then their connections are cut. */
const LAST_MS = 8000;

/**
 * On SIGTERM or SIGINT: say that the service isn't ready, answer what was accepted, then end with exit code 0. A second
 * signal changes nothing.
 * @param drainDelayMs how long all goes on as before, but for the readiness: what sends clients here learns of the end.
 * Not after SIGINT, which a person sends who waits.
 */
export function closeOnSignal(app: INestApplication, drainDelayMs: number, logger: Logger): void {
  let closing = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (closing) return;
    closing = true;
    logger.info(`${signal}: finishing the requests under way`);
    app.get(Readiness).end();
    close(app, signal === 'SIGINT' ? 0 : drainDelayMs).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'Closing failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

async function close(app: INestApplication, drainDelayMs: number): Promise<void> {
  const server = app.getHttpServer() as Server;
  // A client that never finishes its request must not keep the process alive.
  setTimeout(() => server.closeAllConnections(), drainDelayMs + LAST_MS).unref();
  await sleep(drainDelayMs);
  const requests = endConnections(server);
  await stopListening(server);
  const { pipelining } = app.getHttpAdapter() as FastExpressAdapter;
  await untilQuiet(requests, pipelining);
  await app.close();
}

/**
 * Makes every answer the last one of its connection.
 * @returns how many requests have come since
 */
function endConnections(server: Server): () => number {
  let requests = 0;
  server.prependListener('request', (_request, response) => {
    requests++;
    response.setHeader('Connection', 'close');
  });
  return () => requests;
}

/**
 * Takes no new connections, and leaves those that exist alone: on some of them a request has arrived that is not read yet,
 * and `server.close()` would take them for idle. Node takes one connection in each turn of its loop, and those that
 * still wait for that would be reset: so this waits until there are none. Connections that come meanwhile are read
 * afterwards, or clients whose answer has come would keep them coming.
 */
async function stopListening(server: Server): Promise<void> {
  const held: Socket[] = [];
  const hold = (socket: Socket): void => {
    held.push(socket);
    // Node's HTTP starts to read in the tick after this event.
    process.nextTick(() => socket.pause());
  };
  server.on('connection', hold);
  await lull(held);
  server.off('connection', hold);
  Listener.prototype.close.call(server);
  for (const socket of held) socket.resume();
}

/** Ends at a moment when no client has connected for a while, and none can have done so unseen. */
async function lull(held: readonly Socket[]): Promise<void> {
  let now = performance.now();
  const giveUp = now + BACKLOG_MS;
  let quietSince = now;
  while (now < giveUp) {
    const [before, seen] = [now, held.length];
    await afterPoll();
    now = performance.now();
    if (held.length > seen) quietSince = now;
    if (now - quietSince >= LULL_MS && now - before <= SHORT_TURN_MS) return;
  }
}

/** Waits until no more requests come, and none waits behind another. */
async function untilQuiet(requests: () => number, pipelining: Pipelining): Promise<void> {
  let seen: number;
  do {
    seen = requests();
    await sleep(QUIET_MS);
    // Under load the time may pass without a look at what has arrived.
    await afterPoll();
  } while (requests() > seen || pipelining.isHolding);
}

/** Runs right after the event loop has looked for connections and requests. */
function afterPoll(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
