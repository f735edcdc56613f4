import type { PoolConnection, QueryResult } from 'mysql2';

/**
 * Runs statements on a connection; rows come as arrays of their columns. Not `pool.query`: what it keeps of each query hangs
 * together, so that memory grows until the next full collection.
 */
export function runOn(connection: PoolConnection, sql: string, parameters: (string | number)[]): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    connection.query({ sql, rowsAsArray: true }, parameters, (error, result) =>
      error ? reject(error) : resolve(result),
    );
  });
}
