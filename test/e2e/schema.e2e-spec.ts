import { openDatabase } from '../../src/platform/database/data-source';
import { Seats1790900000000 } from '../../src/migrations/1790900000000-seats';
import { WhoASessionIs1790960000000 } from '../../src/migrations/1790960000000-who-a-session-is';
import { databaseOptions, SCHEMA } from '../../src/schema';
import { parseDatabaseUrl } from '../../src/platform/settings/database-url';
import { schemaDifferences } from '../support/schema-differences';
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
    expect(await schemaDifferences(dataSource)).toEqual([]);
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

it('takes the license keys of a version that knew no seats along, after a start that was cut short too', async () => {
  const old = await createTestDatabase();
  const options = databaseOptions(parseDatabaseUrl(old.url));
  const seats = SCHEMA.migrations.indexOf(Seats1790900000000);
  const former = await openDatabase({ ...options, migrations: SCHEMA.migrations.slice(0, seats) });
  await former.query(
    `INSERT INTO license_keys (uuid, product, \`key\`, ip, status, disabled, locked, lastSeen)
     VALUES ('ann', 6, 'old', '', 1, 0, 0, 0)`,
  );
  // As far as a server may have got that was stopped in the middle: it commits each change by itself.
  await former.query('ALTER TABLE license_keys ADD COLUMN seats integer NULL');
  await former.destroy();
  const current = await openDatabase({ ...options, migrations: SCHEMA.migrations.slice(0, seats + 1) });
  const runner = current.createQueryRunner();
  const fields = async (): Promise<string[]> => {
    const [row] = (await runner.query("SELECT * FROM license_keys WHERE `key` = 'old'")) as object[];
    return Object.keys(row).filter((name) => ['seats', 'leaseSeconds'].includes(name));
  };
  const indexes = async (): Promise<(string | undefined)[]> =>
    (await runner.getTable('license_keys'))!.indices.map(({ name }) => name);
  try {
    expect([await fields(), await indexes()]).toEqual([
      ['seats', 'leaseSeconds'],
      expect.arrayContaining(['ix_license_keys_seats']),
    ]);
    await new Seats1790900000000().down(runner);
    expect([await fields(), await indexes()]).toEqual([[], expect.not.arrayContaining(['ix_license_keys_seats'])]);
    await new Seats1790900000000().up(runner);
    await new Seats1790900000000().up(runner);
    expect(await fields()).toEqual(['seats', 'leaseSeconds']);
  } finally {
    await runner.release();
    await current.destroy();
    await old.drop();
  }
});

it('takes the sessions of a version that kept less of them along, after a start that was cut short too', async () => {
  const old = await createTestDatabase();
  const options = databaseOptions(parseDatabaseUrl(old.url));
  const added = SCHEMA.migrations.indexOf(WhoASessionIs1790960000000);
  const former = await openDatabase({ ...options, migrations: SCHEMA.migrations.slice(0, added) });
  const columns = 'hash, issuer, subject, name, role, address, createdAt, lastUsedAt, expiresAt';
  const insert = (hash: string) =>
    `INSERT INTO sessions (${columns}) VALUES ('${hash}', 'https://login.example.com', 'erika', 'erika', 'admin', '', 1, 1, 1)`;
  await former.query(insert('old'));
  await former.query('ALTER TABLE sessions ADD COLUMN personHash varchar(64) NULL');
  await former.destroy();
  const current = await openDatabase({ ...options, migrations: SCHEMA.migrations.slice(0, added + 1) });
  const runner = current.createQueryRunner();
  try {
    // As an instance of that version does beside newer ones.
    await runner.query(insert('older beside newer'));
    const rows = (await runner.query('SELECT personHash, roleSettings FROM sessions')) as Record<string, unknown>[];
    expect(rows.flatMap((row) => Object.values(row))).toEqual([null, null, null, null]);
    const indexes = async () => (await runner.getTable('sessions'))!.indices.map(({ name }) => name);
    expect(await indexes()).toContain('ix_sessions_personHash');
    await new WhoASessionIs1790960000000().down(runner);
    expect(await indexes()).not.toContain('ix_sessions_personHash');
    expect(await runner.hasColumn('sessions', 'roleSettings')).toBe(false);
  } finally {
    await runner.release();
    await current.destroy();
    await old.drop();
  }
});
