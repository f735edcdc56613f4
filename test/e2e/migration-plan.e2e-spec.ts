import type { MigrationInterface } from 'typeorm';
import { connectDatabase, openDatabase } from '../../src/platform/database/data-source';
import { migrate } from '../../src/platform/database/migrating/migrate';
import { planMigrations } from '../../src/platform/database/migrating/plan';
import { PlannedRunner } from '../../src/platform/database/migrating/planned-runner';
import { beginRestore } from '../../src/platform/database/unfinished-restore';
import { parseDatabaseUrl } from '../../src/platform/settings/database-url';
import { databaseOptions } from '../../src/schema';
import { keylink } from '../support/command-line';
import { runSql } from '../support/run-sql';
import { describeIf } from '../support/skipping';
import { createMigratedDatabase, createTestDatabase, onEmbedded, type TestDatabase } from '../support/test-database';

type Migration = new () => MigrationInterface;

const describeOnServers = describeIf(!onEmbedded(), 'needs a server');

let database: TestDatabase;
afterEach(() => database.drop());

const ours = () => databaseOptions(parseDatabaseUrl(database.url));
const all = () => ours().migrations as Migration[];

/** The schema as it was before a migration. */
async function migrateUntil(name: string): Promise<void> {
  const migrations = all().slice(
    0,
    all().findIndex((each) => each.name.startsWith(name)),
  );
  await (await openDatabase({ ...ours(), migrations })).destroy();
}

async function schemaOf(find: PlannedRunner['getTable'], tables: readonly string[]) {
  const found = tables.map(async (name) => {
    const table = await find(name);
    const indices = table?.indices.map((index) => index.name).filter((each) => each !== undefined);
    return [name, table?.columns.map((column) => column.name).toSorted(), indices?.toSorted()];
  });
  return Promise.all(found);
}

it('foretells the schema that the migrations make, without changing anything', async () => {
  database = await createTestDatabase();
  const dataSource = await connectDatabase(ours(), false);
  try {
    const runner = dataSource.createQueryRunner();
    const planned = new PlannedRunner(runner);
    for (const migration of dataSource.migrations) await migration.up(planned as unknown as typeof runner);
    const names = planned.changes.filter(({ does }) => does === 'creates the table').map(({ table }) => table);
    expect(names.length).toBeGreaterThan(30);
    expect(await runner.getTables(names)).toEqual([]);
    const foretold = await schemaOf((name) => planned.getTable(name), names);
    await migrate(dataSource, () => {});
    expect(foretold).toEqual(await schemaOf((name) => runner.getTable(name), names));
    await runner.release();
  } finally {
    await dataSource.destroy();
  }
});

it('plans what is pending, with rows and time, and says the same to people', async () => {
  database = await createTestDatabase();
  await migrateUntil('SearchWords');
  const columns = 'uuid, product, `key`, ip, status, disabled, locked, lastSeen';
  const row = (id: number) => `('u', 1, 'key-${id}', '', 1, 0, 0, 0)`;
  const rows = Array.from({ length: 500 }, (_, id) => row(id)).join(', ');
  await runSql(database, `INSERT INTO license_keys (${columns}) VALUES ${rows}`);
  if (!onEmbedded()) await runSql(database, 'ANALYZE TABLE license_keys');
  const { stdout, exitCode } = await keylink({ DATABASE_URL: database.url }, 'migrate', '--plan', '--json');
  expect(exitCode).toBe(0);
  const { pending, seconds } = JSON.parse(stdout);
  expect(pending[0]).toEqual({
    name: 'SearchWords1791030000000',
    endsOlderVersions: false,
    afterwards: expect.stringContaining('search'),
    steps: [
      { does: 'creates the table', table: 'search_words', rows: 0, seconds: 0 },
      { does: 'creates the table', table: 'search_progress', rows: 0, seconds: 0 },
    ],
  });
  const tests = pending.find(({ name }: { name: string }) => name.startsWith('TestKeys'));
  expect(tests).toMatchObject({
    endsOlderVersions: true,
    steps: [
      { does: 'adds a column to', table: 'license_keys', rows: 500, seconds: 0 },
      { does: 'builds an index on', table: 'license_keys', rows: 500, seconds: 0.1 },
    ],
  });
  expect(seconds).toBeGreaterThan(0);
  const told = await keylink({ DATABASE_URL: database.url }, 'migrate', '--plan');
  expect(told.stdout).toMatch(/^SearchWords\d+\n {2}creates the table search_words\n/);
  expect(told.stdout).toMatch(/^ {2}adds a column to license_keys, (?:about )?500 rows: at once$/m);
  expect(told.stdout).toMatch(/^ {2}builds an index on license_keys, (?:about )?500 rows: less than a second/m);
  expect(told.stdout).toMatch(/^ {2}afterwards, in portions beside the load: Words of all records/m);
  expect(told.stdout).toMatch(/^Instances of older versions stop answering .* after TestKeys\d+, LinkPasswords\d+\.$/m);
  expect(told.stdout).not.toContain('Running instances go on');
  // Nothing was done.
  const dataSource = await connectDatabase(ours(), false);
  expect((await planMigrations(dataSource)).map(({ name }) => name)).toEqual(
    pending.map(({ name }: { name: string }) => name),
  );
  await dataSource.destroy();
});

it('refuses to plan, and to move, what a newer keylink has changed', async () => {
  database = await createMigratedDatabase();
  await runSql(
    database,
    "INSERT INTO schema_migrations (timestamp, name) VALUES (9791010000000, 'Newer9791010000000')",
  );
  const newer = "A newer keylink has changed the schema (Newer9791010000000), and this version doesn't know all of it.";
  for (const format of [[], ['--json']]) {
    const { exitCode, stderr } = await keylink({ DATABASE_URL: database.url }, 'migrate', '--plan', ...format);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`${newer} Plan with the newer one.\n`)]);
  }
  const target = await createTestDatabase();
  try {
    const { exitCode, stderr } = await keylink({ DATABASE_URL: database.url }, 'move', '--to', target.url);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`${newer} Use the newer one for this.\n`)]);
  } finally {
    await target.drop();
  }
});

it('says that nothing is pending, and creates no database', async () => {
  database = await createMigratedDatabase();
  const done = await keylink({ DATABASE_URL: database.url }, 'migrate', '--plan');
  expect([done.exitCode, done.stdout]).toEqual([0, 'The schema is up to date; nothing is pending.\n']);
  const missing = await keylink({ DATABASE_URL: 'sqlite:/tmp/keylink-none/keylink.db' }, 'migrate', '--plan');
  expect([missing.exitCode, missing.stderr]).toEqual([1, expect.stringContaining('There is no database at')]);
});

it('is named by the doctor, whatever columns are missing before an upgrade', async () => {
  database = await createTestDatabase();
  await migrateUntil('LinkQueriesAndEnds');
  // The doctor compares the words of all links, once they have been written.
  const owners = ['links', 'products', 'customers', 'license keys'].map((owner) => `('${owner}', 0, 1)`);
  await runSql(database, `INSERT INTO search_progress (owner, position, isComplete) VALUES ${owners.join(', ')}`);
  expect(await doctorFinds('migrations', 'API keys', 'database')).toEqual([
    ['database', 'ok', expect.stringMatching(/answers\.$/)],
    [
      'migrations',
      'failed',
      expect.stringMatching(/LinkQueriesAndEnds1791240000000, .* will be run by the next start/),
    ],
    ['API keys', 'failed', expect.any(String)],
    ['database', 'warning', "everything else can be checked once the database has this version's schema."],
  ]);
});

describeOnServers('a restore that was not finished', () => {
  it('is all that the doctor finds of the content', async () => {
    database = await createMigratedDatabase();
    const dataSource = await connectDatabase(ours());
    await beginRestore(dataSource, 'of yesterday');
    await dataSource.destroy();
    expect(await doctorFinds('migrations', 'API keys', 'signing', 'search')).toEqual([
      ['migrations', 'failed', expect.stringContaining('A restore into this database was not finished (of yesterday)')],
    ]);
  });
});

async function doctorFinds(...names: string[]): Promise<string[][]> {
  const { stdout } = await keylink({ DATABASE_URL: database.url }, 'doctor', '--json');
  const { checks } = JSON.parse(stdout) as { checks: { check: string; status: string; message: string }[] };
  return checks
    .filter(({ check }) => names.includes(check))
    .map(({ check, status, message }) => [check, status, message]);
}
