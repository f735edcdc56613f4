import type { Socket } from 'node:net';
import type { PoolConnection, RowDataPacket } from 'mysql2';
import { mysqlDriver } from './drivers';
import { ASK_RUN, isSameRun, type ServerRun, serverRun } from './server-run';
import { connectTo } from './server-tls';

const PATIENCE_MS = 2000;

/**
 * Kills a session on the server. Closing the connection isn't enough: a statement that waits for a lock lives on.
 * @param run where the session was opened: after a restart, or behind an address that leads to another server now, its id
 *   is somebody else's
 */
export function endSession({ config, threadId }: PoolConnection, run: ServerRun): Promise<void> {
  return new Promise((resolve) => {
    const { host = '', port = 0, user, password, database, ssl } = config;
    const stream = (): Socket => connectTo({ host, port });
    const options = { host, port, user, password, database, ssl, stream, multipleStatements: true };
    const killer = mysqlDriver().createConnection({ ...options, connectTimeout: PATIENCE_MS });
    const done = (): void => {
      clearTimeout(timer);
      killer.destroy();
      resolve();
    };
    const timer = setTimeout(done, PATIENCE_MS);
    killer.on('error', done);
    // A server that answers late isn't one that was started anew.
    const askedAt = performance.now();
    killer.query<RowDataPacket[][]>(ASK_RUN, (error, results) => {
      if (error || !isSameRun(run, serverRun(results, askedAt))) done();
      else killer.query('KILL CONNECTION ?', [threadId], done);
    });
  });
}
