import type { Socket } from 'node:net';
import type { PoolConnection } from 'mysql2';
import { mysqlDriver } from './drivers';
import { connectTo } from './server-tls';

/** Longest that the server may take for it, in milliseconds. */
const PATIENCE_MS = 2000;

/**
 * Has the server end a session whose statement was given up. Closing the connection is not enough: a statement
 * that waits for a lock doesn't notice, and sessions would pile up behind it.
 */
export function endSession({ config, threadId }: PoolConnection): Promise<void> {
  return new Promise((resolve) => {
    const { host = '', port = 0, user, password, database, ssl } = config;
    const stream = (): Socket => connectTo({ host, port });
    const options = { host, port, user, password, database, ssl, stream, connectTimeout: PATIENCE_MS };
    const killer = mysqlDriver().createConnection(options);
    const done = (): void => {
      clearTimeout(timer);
      killer.destroy();
      resolve();
    };
    const timer = setTimeout(done, PATIENCE_MS);
    // A server that can't be reached or doesn't know the session any more leaves nothing to be done.
    killer.on('error', done);
    killer.query('KILL CONNECTION ?', [threadId], done);
  });
}
