import type { DataSource } from 'typeorm';

/** The statements that would make the schema what the entities say; none where it is that. */
export async function schemaDifferences(dataSource: DataSource): Promise<string[]> {
  // MariaDB spells some defaults differently, which TypeORM only knows under that name.
  if (globalThis.testDatabase.label.startsWith('MariaDB'))
    Object.assign(dataSource.driver.options, { type: 'mariadb' });
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}
