import { openDatabase } from '../../src/platform/database/data-source';
import { databaseOptions } from '../../src/schema';
import { parseDatabaseUrl } from '../../src/platform/settings/database-url';
import { createTestDatabase, onEmbedded, type TestDatabase } from '../support/test-database';

let database: TestDatabase;
const open = () => openDatabase(databaseOptions(parseDatabaseUrl(database.url)));

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('is what the entities say', async () => {
  const dataSource = await open();
  try {
    // MariaDB spells some defaults differently, which TypeORM only knows under that name.
    if (globalThis.testDatabase.label.startsWith('MariaDB'))
      Object.assign(dataSource.driver.options, { type: 'mariadb' });
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  } finally {
    await dataSource.destroy();
  }
});

it('compares text byte for byte', async () => {
  const dataSource = await open();
  try {
    if (onEmbedded()) {
      const rows = (await dataSource.query('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL')) as { sql: string }[];
      expect(rows.filter(({ sql }) => /COLLATE/i.test(sql))).toEqual([]);
    } else {
      const rows = (await dataSource.query(
        `SELECT DISTINCT COLLATION_NAME AS name FROM information_schema.COLUMNS
         WHERE TABLE_SCHEMA = DATABASE() AND COLLATION_NAME IS NOT NULL
         AND TABLE_NAME NOT IN ('schema_migrations', 'start_lock')`,
      )) as { name: string }[];
      expect(rows.map(({ name }) => name).toSorted()).toEqual(['ascii_bin', 'utf8mb4_bin']);
    }
  } finally {
    await dataSource.destroy();
  }
});

it('is made once when several instances start at once', async () => {
  const fresh = await createTestDatabase();
  const options = databaseOptions(parseDatabaseUrl(fresh.url));
  const dataSources = await Promise.all(Array.from({ length: 4 }, () => openDatabase(options)));
  try {
    const rows = (await dataSources[0].query('SELECT name FROM schema_migrations')) as { name: string }[];
    expect(rows.map(({ name }) => name)).toEqual(dataSources[0].migrations.map(({ constructor }) => constructor.name));
  } finally {
    await Promise.all(dataSources.map((dataSource) => dataSource.destroy()));
    await fresh.drop();
  }
});
