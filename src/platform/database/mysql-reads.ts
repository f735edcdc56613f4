import type { QueryError } from 'mysql2';
import type { DataSource } from 'typeorm';
import { ServerUnfitError } from './database-errors';
import { type MysqlPools, mysqlPoolsOf } from './mysql-options';
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

  /** Moves on to the next server if one no longer takes writes. */
  async run(statement: Statement): Promise<{ rows: unknown[][]; milliseconds: number }> {
    for (let left = this.pools.servers.count; ; left--) {
      try {
        return await this.runOnce(statement);
      } catch (error) {
        if (!(error instanceof ServerUnfitError) || left === 1) throw error;
      }
    }
  }

  /** Always finds a free connection: the pool has one more than there are readers. */
  async probe(): Promise<void> {
    await this.run({ sql: 'SELECT 1', parameters: [] });
  }

  private async runOnce(statement: Statement): Promise<{ rows: unknown[][]; milliseconds: number }> {
    const connection = await this.pools.reads.connect();
    const start = performance.now();
    try {
      const [rows] = await this.pools.reads.read(connection, [statement]);
      connection.release();
      return { rows: rows as unknown[][], milliseconds: performance.now() - start };
    } catch (error) {
      if ((error as QueryError).fatal) connection.destroy();
      else connection.release();
      throw error;
    }
  }
}
