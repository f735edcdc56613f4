import type { Socket } from 'node:net';
import type { PoolConnection } from 'mysql2';
import { mysqlDriver } from './drivers';
import { connectTo } from './server-tls';

const PATIENCE_MS = 2000;

/** Kills a session on the server. Closing the connection isn't enough: a statement that waits for a lock lives on. */
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
    killer.on('error', done);
    killer.query('KILL CONNECTION ?', [threadId], done);
  });
}
