import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import type { DataSource } from 'typeorm';
import { openDatabase, setDeadlines } from '../../src/platform/database/data-source';
import { databaseOptions } from '../../src/schema';
import { parseDatabaseUrl } from '../../src/platform/settings/database-url';

export type Engine = 'embedded' | 'mysql';

/** A database of its own for one scenario, with the service's schema. */
export class BenchDatabase {
  private constructor(
    readonly engine: Engine,
    /** For `DATABASE_URL`. */
    readonly url: string,
    /** The benchmark's own connection, for seeding and for looking at results. */
    readonly dataSource: DataSource,
    private readonly remove: () => Promise<void>,
  ) {}

  static async createEmbedded(): Promise<BenchDatabase> {
    const folder = mkdtempSync(join(tmpdir(), 'keylink-bench-'));
    const remove = async (): Promise<void> => rmSync(folder, { recursive: true, force: true });
    return BenchDatabase.open('embedded', `sqlite:${join(folder, 'keylink.db')}`, remove);
  }

  /** @param server URL of a MySQL server on which databases may be created */
  static async createOnServer(server: string): Promise<BenchDatabase> {
    const name = `keylink_bench_${randomBytes(6).toString('hex')}`;
    await runOnServer(server, `CREATE DATABASE ${name}`);
    const url = new URL(server);
    url.pathname = name;
    const remove = (): Promise<void> => runOnServer(server, `DROP DATABASE ${name}`);
    return BenchDatabase.open('mysql', url.href, remove);
  }

  private static async open(engine: Engine, url: string, remove: () => Promise<void>): Promise<BenchDatabase> {
    try {
      const dataSource = await openDatabase(databaseOptions(parseDatabaseUrl(url)));
      // A million rows are seeded in statements that take their time.
      setDeadlines(dataSource, false);
      return new BenchDatabase(engine, url, dataSource, remove);
    } catch (error) {
      await remove();
      throw error;
    }
  }

  async drop(): Promise<void> {
    await this.dataSource.destroy();
    await this.remove();
  }
}

export async function runOnServer(server: string, statement: string): Promise<void> {
  const url = new URL(server);
  url.pathname = '';
  const connection = await mysql.createConnection(url.href);
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}
