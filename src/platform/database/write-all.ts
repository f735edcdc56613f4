import type { PoolConnection } from 'mysql2';
import type { EntityManager } from 'typeorm';
import { embeddedConnectionOf } from './embedded/embedded-options';
import { mysqlPoolsOf } from './mysql-options';

/** Rows of any table; unlike in a `Statement`, bytes are allowed. */
export interface PlainWrite {
  readonly sql: string;
  readonly parameters: readonly (string | number | Buffer | null)[];
  /** For SQLite: with numbered parameters. */
  readonly numbered?: Omit<PlainWrite, 'numbered'>;
}

/** Writes within a transaction, in the order given: in one packet if the server takes that (decision 014). */
export async function writeAll(transaction: EntityManager, writes: readonly PlainWrite[]): Promise<void> {
  if (writes.length > 1 && (await takesPackets(transaction))) {
    const parameters = writes.flatMap((write) => write.parameters);
    await transaction.query(writes.map(({ sql }) => sql).join('; '), parameters);
    return;
  }
  const isEmbedded = embeddedConnectionOf(transaction.dataSource) !== undefined;
  for (const write of writes) {
    const { sql, parameters } = (isEmbedded ? write.numbered : undefined) ?? write;
    await transaction.query(sql, [...parameters]);
  }
}

async function takesPackets({ dataSource, queryRunner }: EntityManager): Promise<boolean> {
  const pools = mysqlPoolsOf(dataSource);
  if (!pools || !queryRunner) return false;
  return pools.others.takesPackets((await queryRunner.connect()) as PoolConnection);
}
