import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';
import { Readiness } from './health/readiness';

/** As long as this without a request, and the connections that are left have nothing to say. */
const QUIET_MS = 250;
/** Longest wait for a moment in which nobody connects. */
const BACKLOG_MS = 500;
/** How long the requests under way may still take after that; then their connections are cut. */
const LAST_MS = 8000;

/**
 * On SIGTERM or SIGINT: say that the service isn't ready, answer what was accepted, then end with exit code 0. A second
 * signal changes nothing.
 * @param drainDelayMs how long all goes on as before, but for the readiness: whoever sends clients here learns of the end
 */
export function closeOnSignal(app: INestApplication, drainDelayMs: number, logger: Logger): void {
  let closing = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (closing) return;
    closing = true;
    logger.info(`${signal}: finishing the requests under way`);
    app.get(Readiness).end();
    close(app, drainDelayMs).then(
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
  await stopListening(server);
  await untilQuiet(server);
  await app.close();
}

/**
 * Takes no new connections, and leaves those that exist alone: on some of them a request has arrived that is not read yet,
 * and `server.close()` would take them for idle. Node takes one connection in each turn of its loop, and those that
 * still wait for that would be reset: so this waits for a turn in which there is none.
 */
async function stopListening(server: Server): Promise<void> {
  const giveUp = performance.now() + BACKLOG_MS;
  let taken = true;
  const note = (): void => void (taken = true);
  server.on('connection', note);
  while (taken && performance.now() < giveUp) {
    taken = false;
    await afterPoll();
  }
  server.off('connection', note);
  Listener.prototype.close.call(server);
}

/** Makes every answer the last one of its connection, and waits until no more requests come. */
async function untilQuiet(server: Server): Promise<void> {
  let quiet = false;
  server.prependListener('request', (_request, response) => {
    quiet = false;
    response.setHeader('Connection', 'close');
  });
  while (!quiet) {
    quiet = true;
    await sleep(QUIET_MS);
    // Under load the time may pass without a look at what has arrived.
    await afterPoll();
  }
}

/** Runs right after the event loop has looked for connections and requests. */
function afterPoll(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
