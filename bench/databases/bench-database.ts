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

/** A database without tables. */
export interface EmptyDatabase {
  readonly engine: Engine;
  /** For `DATABASE_URL`. */
  readonly url: string;
  remove(): Promise<void>;
}

export function emptyFile(): EmptyDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'keylink-bench-'));
  const remove = async (): Promise<void> => rmSync(folder, { recursive: true, force: true });
  return { engine: 'embedded', url: `sqlite:${join(folder, 'keylink.db')}`, remove };
}

/** @param server URL of a MySQL server on which databases may be created */
export async function emptyOnServer(server: string): Promise<EmptyDatabase> {
  const name = `keylink_bench_${randomBytes(6).toString('hex')}`;
  await runOnServer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { engine: 'mysql', url: url.href, remove: () => runOnServer(server, `DROP DATABASE ${name}`) };
}

/** A database of its own for one scenario, with the service's schema. */
export class BenchDatabase {
  private constructor(
    private readonly empty: EmptyDatabase,
    /** The benchmark's own connection, for seeding and for looking at results. */
    readonly dataSource: DataSource,
  ) {}

  static createEmbedded(): Promise<BenchDatabase> {
    return BenchDatabase.open(emptyFile());
  }

  /** @param server as for `emptyOnServer` */
  static async createOnServer(server: string): Promise<BenchDatabase> {
    return BenchDatabase.open(await emptyOnServer(server));
  }

  private static async open(empty: EmptyDatabase): Promise<BenchDatabase> {
    try {
      const dataSource = await openDatabase(databaseOptions(parseDatabaseUrl(empty.url)));
      // A million rows are seeded in statements that take their time.
      setDeadlines(dataSource, false);
      return new BenchDatabase(empty, dataSource);
    } catch (error) {
      await empty.remove();
      throw error;
    }
  }

  get engine(): Engine {
    return this.empty.engine;
  }

  /** For `DATABASE_URL`. */
  get url(): string {
    return this.empty.url;
  }

  async drop(): Promise<void> {
    await this.dataSource.destroy();
    await this.empty.remove();
  }
}

async function runOnServer(server: string, statement: string): Promise<void> {
  const url = new URL(server);
  url.pathname = '';
  const connection = await mysql.createConnection(url.href);
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}
