import type { DataSource } from 'typeorm';

/** A log as it is stored; `id` is left to the database when it is left out. */
export interface StoredLog {
  readonly id?: number;
  readonly keyId: number;
  readonly timeAt: number;
  readonly ip: string;
  readonly details: string;
  readonly status: string;
}

/** Rows that one statement inserts. */
const AT_ONCE = 1000;

/** Stores logs beside the service; those of each 1000 in one statement. */
export async function insertLogs(dataSource: Pick<DataSource, 'query'>, logs: readonly StoredLog[]): Promise<void> {
  for (let first = 0; first < logs.length; first += AT_ONCE) {
    const some = logs.slice(first, first + AT_ONCE);
    const hasIds = some[0].id !== undefined;
    await dataSource.query(
      `INSERT INTO license_logs (${hasIds ? 'id, ' : ''}key_id, timeAt, ip, details, status)
       VALUES ${some.map(() => `(${hasIds ? '?, ' : ''}?, ?, ?, ?, ?)`).join(', ')}`,
      some.flatMap(({ id, keyId, timeAt, ip, details, status }) => [
        ...(id === undefined ? [] : [id]),
        keyId,
        timeAt,
        ip,
        details,
        status,
      ]),
    );
  }
}
