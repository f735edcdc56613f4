import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { type DataSource, MigrationExecutor, type MigrationInterface } from 'typeorm';
import { connectDatabase, openDatabase } from '../../src/platform/database/data-source';
import { parseDatabaseUrl } from '../../src/platform/settings/database-url';
import { databaseOptions } from '../../src/schema';
import { indexes } from '../support/cases';
import { type Columns, columnsNow, versionRecords, writeAs } from '../support/rows-of-versions';
import { schemaDifferences } from '../support/schema-differences';
import { Service } from '../support/service';
import { itIf } from '../support/skipping';
import { createTestDatabase, onEmbedded, type TestDatabase } from '../support/test-database';
import { until } from '../support/until';

/* A database that has lived through every version. Each wrote by the columns that it knew; the present one reads all of it. */

interface Lived {
  readonly dataSource: DataSource;
  /** By version, from the first on. */
  readonly columns: readonly Columns[];
  /** Files that are as a version left them; of the embedded database alone. */
  readonly left: readonly string[];
}

jest.setTimeout(180_000);

let folder: string;
let database: TestDatabase;
let lived: Lived;
let service: Service;
/** What is there when the service starts, and what instances of former versions add beside it. */
const versions: number[] = [];
/** Those that may still run beside the present version, which adds this to their number. */
const BESIDE = 1000;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-older-'));
  database = await createTestDatabase();
  lived = await liveThrough();
  service = await Service.start({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await service.stop('SIGINT');
  await lived.dataSource.destroy();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const endsOlderVersions = (migration: MigrationInterface): boolean => 'endsOlderVersions' in migration;

async function liveThrough(): Promise<Lived> {
  const dataSource = await connectDatabase(databaseOptions(parseDatabaseUrl(database.url)), false);
  const runner = dataSource.createQueryRunner();
  const executor = new MigrationExecutor(dataSource, runner);
  const [columns, left]: [Columns[], string[]] = [[], []];
  for (const [version, instance] of dataSource.migrations.entries()) {
    const { name } = instance.constructor;
    const timestamp = Number(name.slice(-13));
    await executor.executeMigration({ id: undefined, name, timestamp, instance });
    columns.push(await columnsNow((sql) => runner.query(sql), !onEmbedded()));
    await writeAs((sql, parameters) => runner.query(sql, parameters), columns[version], version);
    versions.push(version);
    if (onEmbedded()) left.push(leave(version));
  }
  await runner.release();
  return { dataSource, columns, left };
}

function leave(version: number): string {
  const file = join(folder, `${version}.db`);
  // The service's own connections are always in a transaction when they write.
  const connection = new Libsql(database.url.slice('sqlite:'.length));
  connection.exec(`VACUUM INTO '${file}'`);
  connection.close();
  return file;
}

it('ends at the schema of the entities', async () => {
  expect(await schemaDifferences(lived.dataSource)).toEqual([]);
});

it('takes rows of each version that may run beside the present one, which takes away no column of theirs', async () => {
  const { dataSource, columns } = lived;
  const first = dataSource.migrations.findLastIndex(endsOlderVersions);
  expect(first).toBeGreaterThan(0);
  const query = (sql: string, parameters?: unknown[]): Promise<unknown> => dataSource.query(sql, parameters);
  const present = columns.at(-1)!;
  for (const [version, known] of [...columns.entries()].slice(first)) {
    await writeAs(query, known, BESIDE + version);
    versions.push(BESIDE + version);
    for (const [table, own] of known) {
      const names = present.get(table)?.map(({ name }) => name);
      expect([version, table, names]).toEqual([version, table, expect.arrayContaining(own.map(({ name }) => name))]);
    }
  }
});

it('judges the license keys of each version rightly, for API keys of each', async () => {
  for (const version of versions) {
    const { key, uid, isDisabled, apiKey } = versionRecords(version);
    const { body } = await service.client(apiKey).post('/api/check', { id: key });
    expect([version, body]).toEqual([
      version,
      expect.objectContaining({ status: isDisabled ? 'KEY DISABLED' : 'AUTHORISED', pass: !isDisabled }),
    ]);
    const read = await service.client().get(`/api/keys/${key}`);
    expect(read.body).toMatchObject({ uuid: uid, product: 6, key, disabled: isDisabled });
  }
});

it('shows logs, audit, links, products and customers of each version', async () => {
  const admin = service.client();
  for (const version of versions) {
    const { id, info, link, url, requestId, uid, product } = versionRecords(version);
    const { body: logs } = await admin.get(`/api/keys/${id}/logs`);
    expect(JSON.stringify(logs)).toContain(info);
    const visit = await service.client(null).get(`/${link}`);
    expect([visit.status, visit.headers.location]).toEqual([302, new URL(url).href]);
    const { body: audit } = await admin.get(`/api/audit?requestId=${requestId}`);
    const known = version >= BESIDE ? lived.columns.at(-1)! : lived.columns[version];
    expect([version, audit.length]).toEqual([version, known.has('audit_log') ? 1 : 0]);
    if (known.has('products'))
      expect((await admin.get(`/api/products/${product}`)).body.name).toBe(`product-${version}`);
    const customer = async () => (await admin.get(`/api/customers?uid=${uid}`)).body;
    if (known.has('customers')) expect(await customer()).toMatchObject([{ uid, name: `name-${version}` }]);
  }
});

it('finds by words what was stored before there was a search', async () => {
  const { uid } = versionRecords(0);
  let found: unknown[] = [];
  const look = async (): Promise<void> => void (found = (await service.client().get(`/api/keys?q=${uid}`)).body);
  await until(() => {
    void look();
    return found.length > 0;
  });
  expect(found).toMatchObject([{ uuid: uid }]);
});

itIf(onEmbedded(), 'on servers the way through all versions stands for it')(
  'brings each version straight to the present schema, with every row and value as it was',
  async () => {
    for (const version of indexes(lived.left.length)) await expectStraight(version, lived.left[version]);
  },
);

async function expectStraight(version: number, file: string): Promise<void> {
  const options = databaseOptions(parseDatabaseUrl(`sqlite:${file}`));
  const before = await connectDatabase(options);
  const had = await rowsIn(before, lived.columns[version]);
  await before.destroy();
  const after = await openDatabase(options);
  const [schema, has] = [await schemaOf(after), await rowsIn(after, lived.columns[version])];
  await after.destroy();
  expect([version, has]).toEqual([version, had]);
  expect([version, schema]).toEqual([version, await schemaOf(lived.dataSource)]);
}

/** What its migrations have filled is left out. */
const FILLED = ['schema_migrations', 'required_migrations', 'search_progress', 'typeorm_metadata'];

async function rowsIn(dataSource: DataSource, columns: Columns): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const [table, own] of columns) {
    if (FILLED.includes(table)) continue;
    const names = own.filter(({ name }) => name !== 'lastSeenHour').map(({ name }) => `\`${name}\``);
    rows[table] = await dataSource.query(`SELECT ${names.join(', ')} FROM ${table} ORDER BY 1`);
  }
  return rows;
}

const schemaOf = (dataSource: DataSource): Promise<unknown> =>
  dataSource.query('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name');
