import { openBeside } from './open-beside';
import type { TestDatabase } from './test-database';

/** Runs one statement on a test's database, beside the service. @returns what it finds, if it finds anything */
export async function runSql(database: TestDatabase, statement: string, parameters: unknown[] = []): Promise<unknown> {
  const dataSource = await openBeside(database);
  try {
    return await dataSource.query(statement, parameters);
  } finally {
    await dataSource.destroy();
  }
}
