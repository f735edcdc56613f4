import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';

/** How long new requests are still taken after the signal: clients learn from `Connection: close` to go elsewhere. */
const DRAIN_MS = 250;
/** When connections that are still open are cut. */
const LAST_MS = 8000;

/** On SIGTERM or SIGINT: answer what was accepted, then end with exit code 0. A second signal changes nothing. */
export function closeOnSignal(app: INestApplication, logger: Logger): void {
  let closing = false;
  const close = (signal: NodeJS.Signals): void => {
    if (closing) return;
    closing = true;
    logger.info(`${signal}: finishing the requests under way`);
    const server = app.getHttpServer() as Server;
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
    // A client that never finishes its request must not keep the process alive.
    setTimeout(() => server.closeAllConnections(), LAST_MS).unref();
    setTimeout(() => {
      app.close().then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'Closing failed');
          process.exit(1);
        },
      );
    }, DRAIN_MS);
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}
