import type { PoolConnection, QueryResult } from 'mysql2';

/** Rows come as arrays. Not `pool.query`: what it keeps of each query is freed only by a full collection. */
export function runOn(
  connection: PoolConnection,
  sql: string,
  parameters: (string | number | null)[],
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    connection.query({ sql, rowsAsArray: true }, parameters, (error, result) =>
      error ? reject(error) : resolve(result),
    );
  });
}
