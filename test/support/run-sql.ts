import { openDatabase } from '../../src/platform/database/data-source';
import { databaseOptions } from '../../src/schema';
import { parseDatabaseUrl } from '../../src/platform/settings/database-url';
import type { TestDatabase } from './test-database';

/** Runs one statement on a test's database, beside the service. @returns what it finds, if it finds anything */
export async function runSql(database: TestDatabase, statement: string, parameters: unknown[] = []): Promise<unknown> {
  const dataSource = await openDatabase(databaseOptions(parseDatabaseUrl(database.url)));
  try {
    return await dataSource.query(statement, parameters);
  } finally {
    await dataSource.destroy();
  }
}
