import mysql, { type PoolConnection } from 'mysql2';

/** Longest that the server may take for it, in milliseconds. */
const PATIENCE_MS = 2000;

/**
 * Has the server end a session whose statement nobody waits for any more. Closing the connection is not enough: a statement
 * that waits for a lock doesn't notice, and sessions would pile up behind it.
 */
export function endSession({ config, threadId }: PoolConnection): Promise<void> {
  return new Promise((resolve) => {
    const { host, port, user, password, database, ssl } = config;
    const killer = mysql.createConnection({ host, port, user, password, database, ssl, connectTimeout: PATIENCE_MS });
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
