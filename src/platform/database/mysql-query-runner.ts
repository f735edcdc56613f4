import type { PoolConnection } from 'mysql2';
import type { ReplicationMode } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';
import type { MysqlPool } from './mysql-pool';

/** TypeORM's query runner, with two round trips fewer for each transaction (decision 155). */
export class BriefQueryRunner extends MysqlQueryRunner {
  private late: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
  /** Why late statements failed. Whatever the caller makes of it, the transaction must not be committed without them. */
  private failure: unknown;
  private isConnected = false;

  constructor(
    driver: MysqlDriver,
    mode: ReplicationMode,
    private readonly pool: MysqlPool,
  ) {
    super(driver, mode);
  }

  /** Whether `sendLate` may be used: a failing statement must end its packet, or the rest would be committed without it. */
  get takesLate(): boolean {
    return this.isTransactionActive && this.pool.takesPackets(this.databaseConnection);
  }

  /** Sends statements in one packet with COMMIT, which fails if one of them does, or before the next statement. */
  sendLate(sql: string, parameters: readonly unknown[]): void {
    this.late.push({ sql, parameters });
  }

  override async query(sql: string, parameters?: unknown[], useStructuredResult = false): Promise<unknown> {
    if (sql === 'START TRANSACTION') {
      this.late = [];
      this.failure = undefined;
      // The server was asked for its role when the connection was taken.
      if (!this.isConnected) return this.begin();
    }
    if (sql === 'COMMIT') return this.commit();
    if (sql !== 'ROLLBACK') await this.flush();
    return super.query(sql, parameters, useStructuredResult);
  }

  override connect(): Promise<PoolConnection> {
    this.isConnected = true;
    return super.connect();
  }

  private async begin(): Promise<void> {
    this.isConnected = true;
    this.databaseConnection = await this.pool.connect(true);
  }

  private async commit(): Promise<unknown> {
    if (this.failure !== undefined) throw this.failure;
    return this.send([...this.late, { sql: 'COMMIT', parameters: [] }]);
  }

  private async flush(): Promise<void> {
    if (this.late.length === 0) return;
    try {
      await this.send(this.late);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }

  private send(statements: typeof this.late): Promise<unknown> {
    this.late = [];
    const sql = statements.map((statement) => statement.sql).join('; ');
    const parameters = statements.flatMap((statement) => statement.parameters);
    return super.query(sql, parameters);
  }
}
