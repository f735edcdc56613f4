import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';
import { Readiness } from './health/readiness';

/** How long the requests under way may still take, in milliseconds; then their connections are cut. */
const LAST_MS = 8000;

/**
 * On SIGTERM or SIGINT: say that the service isn't ready, answer what was accepted, then end with exit code 0. A second
 * signal changes nothing.
 * @param drainDelayMs how long new requests are still taken: clients learn from `Connection: close`, and load balancers
 * from the readiness, to go elsewhere
 */
export function closeOnSignal(app: INestApplication, drainDelayMs: number, logger: Logger): void {
  let closing = false;
  const close = (signal: NodeJS.Signals): void => {
    if (closing) return;
    closing = true;
    logger.info(`${signal}: finishing the requests under way`);
    app.get(Readiness).end();
    const server = app.getHttpServer() as Server;
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
    // A client that never finishes its request must not keep the process alive.
    setTimeout(() => server.closeAllConnections(), drainDelayMs + LAST_MS).unref();
    setTimeout(() => {
      app.close().then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'Closing failed');
          process.exit(1);
        },
      );
    }, drainDelayMs);
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}
