import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { connectDatabase, openDatabase } from '../../../src/platform/database/data-source';
import { databaseOptions } from '../../../src/schema';
import { parseDatabaseUrl } from '../../../src/platform/settings/database-url';
import type { MysqlProcess } from './mysql-process';

export const ENGINES = ['embedded', 'MySQL'] as const;
export type Engine = (typeof ENGINES)[number];

/** A database that faults happen to. Nothing of the test is connected to it but while it looks. */
export class FaultDatabase {
  constructor(
    readonly engine: Engine,
    /** For `DATABASE_URL`. */
    readonly url: string,
  ) {}

  static async createOn(server: MysqlProcess): Promise<FaultDatabase> {
    const name = `keylink_faults_${randomBytes(6).toString('hex')}`;
    await server.query(`CREATE DATABASE ${name}`);
    return new FaultDatabase('MySQL', server.url(name));
  }

  /** Makes the service's schema. */
  async migrate(): Promise<this> {
    await (await openDatabase(databaseOptions(parseDatabaseUrl(this.url)))).destroy();
    return this;
  }

  /** Runs `work` on a connection of its own. */
  inspect = async <T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> => {
    const dataSource = await connectDatabase(databaseOptions(parseDatabaseUrl(this.url)), false);
    try {
      return await work(dataSource);
    } finally {
      await dataSource.destroy();
    }
  };
}
