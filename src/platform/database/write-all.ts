import type { PoolConnection } from 'mysql2';
import type { EntityManager } from 'typeorm';
import { mysqlPoolsOf } from './mysql-options';
import { BriefQueryRunner } from './mysql-query-runner';

/** Rows of any table; unlike a `Statement` of a batch, with bytes too. */
export interface PlainWrite {
  readonly sql: string;
  readonly parameters: readonly (string | number | Buffer | null)[];
}

/** Writes within a transaction, in the order given: in one packet if the server takes that (decision 014). */
export async function writeAll(transaction: EntityManager, writes: readonly PlainWrite[]): Promise<void> {
  if (writes.length > 1 && (await takesPackets(transaction))) {
    const { sql, parameters } = packetOf(writes);
    await transaction.query(sql, parameters);
    return;
  }
  for (const { sql, parameters } of writes) await transaction.query(sql, [...parameters]);
}

/**
 * As `writeAll`, with the COMMIT or before the transaction's next statement, if the server takes packets. Whichever that is fails if a write
 * does: so only for writes after whose failure the caller would give up the transaction anyway.
 */
export async function writeLate(transaction: EntityManager, writes: readonly PlainWrite[]): Promise<void> {
  const { queryRunner } = transaction;
  if (!(queryRunner instanceof BriefQueryRunner) || !queryRunner.takesLate) return writeAll(transaction, writes);
  const { sql, parameters } = packetOf(writes);
  if (writes.length > 0) queryRunner.sendLate(sql, parameters);
}

function packetOf(writes: readonly PlainWrite[]) {
  return { sql: writes.map(({ sql }) => sql).join('; '), parameters: writes.flatMap(({ parameters }) => parameters) };
}

async function takesPackets({ dataSource, queryRunner }: EntityManager): Promise<boolean> {
  const pools = mysqlPoolsOf(dataSource);
  if (!pools || !queryRunner) return false;
  return pools.others.takesPackets((await queryRunner.connect()) as PoolConnection);
}
