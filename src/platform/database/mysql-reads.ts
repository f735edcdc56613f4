import type { QueryError } from 'mysql2';
import type { DataSource } from 'typeorm';
import { type MysqlPools, mysqlPoolsOf } from './mysql-options';
import { runOn } from './mysql-query';
import type { Reads } from './reader';
import type { Statement } from './statement-runner';

export class MysqlReads implements Reads {
  otherUses = 0;
  readonly isInUse = false;
  private readonly pools: MysqlPools;

  constructor(dataSource: DataSource) {
    this.pools = mysqlPoolsOf(dataSource)!;
    const count = (): unknown => this.otherUses++;
    for (const { pool } of [this.pools.batches, this.pools.others]) pool.on('acquire', count).on('enqueue', count);
  }

  async run({ sql, parameters }: Statement): Promise<{ rows: unknown[][]; milliseconds: number }> {
    const connection = await this.pools.reads.connect();
    const start = performance.now();
    try {
      const rows = (await runOn(connection, sql, parameters)) as unknown[][];
      connection.release();
      return { rows, milliseconds: performance.now() - start };
    } catch (error) {
      if ((error as QueryError).fatal) connection.destroy();
      else connection.release();
      throw error;
    }
  }

  /** Always finds a free connection: the pool has one more than there are readers. */
  async probe(): Promise<void> {
    await this.run({ sql: 'SELECT 1', parameters: [] });
  }
}
