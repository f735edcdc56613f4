import type { Server } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';
import { Readiness } from './operations/health/readiness';
import { endTelemetry } from './platform/telemetry/telemetry';
import type { FastExpressAdapter } from './platform/http/server/express-adapter';
import type { Pipelining } from './platform/http/server/pipelining';

/** After this long without a request, the remaining connections count as idle. */
const QUIET_MS = 250;
/** After this long without a new connection, none is waiting to be accepted. */
const LULL_MS = 10;
/** During a longer turn of the event loop a client may have connected unseen. */
const SHORT_TURN_MS = 0.5;
const BACKLOG_MS = 2000;
/** Time for remaining requests after that; then their connections are cut. */
const LAST_MS = 8000;

/**
 * On SIGTERM or SIGINT: reports not ready, answers accepted requests, exits with code 0. Further signals are ignored.
 * @param drainDelayMs time for load balancers to notice before anything else changes; skipped for SIGINT
 */
export function closeOnSignal(app: INestApplication, drainDelayMs: number, logger: Logger): void {
  let closing = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (closing) return;
    closing = true;
    logger.info(`${signal}: finishing the requests under way`);
    app.get(Readiness).end();
    void end(app, signal === 'SIGINT' ? 0 : drainDelayMs, logger).then((code) => process.exit(code));
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** @returns the exit code */
async function end(app: INestApplication, drainDelayMs: number, logger: Logger): Promise<number> {
  try {
    await close(app, drainDelayMs);
    return 0;
  } catch (error) {
    logger.error({ err: error }, 'Closing failed');
    return 1;
  } finally {
    await endTelemetry();
  }
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

/** Closes each connection after its next answer. @returns how many requests have come since */
function endConnections(server: Server): () => number {
  let requests = 0;
  server.prependListener('request', (_request, response) => {
    requests++;
    response.setHeader('Connection', 'close');
  });
  return () => requests;
}

/**
 * Stops accepting connections but keeps existing ones: `server.close()` would cut those whose request is not yet read.
 * Node accepts one connection per turn of its loop and would reset the waiting ones, so this waits for them. New
 * connections are read only afterwards, or clients with an answer would keep them coming.
 */
async function stopListening(server: Server): Promise<void> {
  const held: Socket[] = [];
  const hold = (socket: Socket): void => {
    held.push(socket);
    // Node's HTTP starts reading in the tick after this event.
    process.nextTick(() => socket.pause());
  };
  server.on('connection', hold);
  await lull(held);
  server.off('connection', hold);
  Listener.prototype.close.call(server);
  for (const socket of held) socket.resume();
}

/** Resolves when no client has connected for a while, and none could have unseen. */
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

/** Resolves when no more requests come, and none waits behind another. */
async function untilQuiet(requests: () => number, pipelining: Pipelining): Promise<void> {
  let seen: number;
  do {
    seen = requests();
    await sleep(QUIET_MS);
    // Under load the time may pass without a look at what has arrived.
    await afterPoll();
  } while (requests() > seen || pipelining.isHolding);
}

/** Runs right after the event loop has polled for connections and requests. */
function afterPoll(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
