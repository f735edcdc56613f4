import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { contentsOf } from '../support/backup-contents';
import { built } from '../support/built';
import { lastLine, refusalOf, run, SECRET_KEY, settings } from '../support/backup-commands';
import { keylink } from '../support/command-line';
import { createLicenseKey, logsOf, PRODUCT } from '../support/license-keys';
import { insertLogs } from '../support/many-logs';
import { openBeside } from '../support/open-beside';
import { inScenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';
import { createTestDatabase, onEmbedded, type TestDatabase } from '../support/test-database';
import { describeIf } from '../support/skipping';
import { until } from '../support/until';

const { read } = built('operations/backups/backup-file') as typeof import('../../src/operations/backups/backup-file');
const { restoreInto, destinationFor } = built(
  'operations/backups/restore',
) as typeof import('../../src/operations/backups/restore');
const { LEFT_OUT, OF_THE_SCHEMA } = built(
  'operations/backups/left-out',
) as typeof import('../../src/operations/backups/left-out');
const { parseDatabaseUrl } = built(
  'platform/settings/database-url',
) as typeof import('../../src/platform/settings/database-url');
const { SCHEMA } = built('schema') as typeof import('../../src/schema');

jest.setTimeout(420_000);

let folder: string;
const made: TestDatabase[] = [];
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'keylink-backup-'))));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const each of made) await each.drop();
});

const path = (name: string): string => join(folder, name);
const file = (name: string): { url: string } => ({ url: `sqlite:${path(name)}/keylink.db` });
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  made.push(database);
  return database;
}

/** What engines treat differently, if anything. */
async function addAwkwardRows(source: DataSource, keyId: number): Promise<void> {
  const texts = ['', ' ', 'Zoë 🦊', '\\ \' " ` % _ ? \n\r\t', '\u0001\u007f', 'NULL', '0', '1e3', 'É'.repeat(500)];
  await insertLogs(
    source,
    texts.map((details, index) => ({ keyId, timeAt: index, ip: '2001:db8::1', details, status: 'pass' })),
  );
  // Beyond 32 bits, as after a restore.
  const largest = 2 ** 33 + 1;
  await insertLogs(source, [{ id: largest, keyId, timeAt: 1_790_000_000_999, ip: '', details: '-', status: '' }]);
  await source.query('UPDATE license_logs SET askedEntitlements = ? WHERE id = ?', ['', largest]);
  await source.query('INSERT INTO inbox_bodies (messageId, part, content) VALUES (?, 0, ?), (?, 1, ?)', [
    '9007199254740993',
    Buffer.from(Array.from({ length: 4096 }, (_, byte) => byte % 256)),
    '9007199254740993',
    Buffer.alloc(0),
  ]);
  await source.query('UPDATE license_keys SET metadata = ?, note = ? WHERE id = ?', ['{"ö":[1.50,null]}', '', keyId]);
}

/** More rows than fit a page. */
async function addLogs(source: DataSource, keyId: number, count: number): Promise<void> {
  const log = { keyId, timeAt: 1_700_000_000_000, ip: '203.0.113.9', details: 'x'.repeat(200), status: 'pass' };
  await insertLogs(
    source,
    Array.from({ length: count }, () => log),
  );
}

it('backs up a service under load, and brings back all that was answered before', () =>
  inScenario(
    async ({ database, service, admin }) => {
      const key = await createLicenseKey(admin);
      await admin.post('/api/signing', { issuer: 'acme' });
      const backup = path('load.backup');
      let answered = 0;
      const over = new AbortController();
      const load = [1, 2, 3].map(async () => {
        while (!over.signal.aborted) if ((await admin.post('/api/check', { id: key.key })).status === 200) answered++;
      });
      await until(() => answered > 20);
      const before = answered;
      await run(database, 'backup', backup);
      const during = answered - before;
      over.abort();
      await Promise.all(load);
      const { id: lost } = await createLicenseKey(admin);
      expect(during).toBeGreaterThan(0);
      expect(await run(database, 'backup', '--verify', backup)).toMatch(/whole and unchanged[^]*signed by acme/);

      const target = await emptyDatabase();
      expect(await run(target, 'restore', backup)).toMatch(/is lost: \d+ (seconds|minutes)/);
      await service.stop('SIGINT');
      const restored = await Service.start(settings(target));
      const client = restored.client();
      const logs = await logsOf(client, key);
      expect(logs.length).toBeGreaterThanOrEqual(before);
      expect(logs.length).toBeLessThanOrEqual(answered + 3);
      expect((await client.post('/api/check', { id: key.key, product: PRODUCT })).body).toMatchObject({ pass: true });
      expect((await client.get(`/api/keys/${lost}`)).status).toBe(404);
      expect((await createLicenseKey(client)).id).toBeGreaterThan(lost);
      expect((await client.get('/.well-known/keylink/keys')).status).toBe(200);
      await restored.stop('SIGINT');
    },
    { SECRET_KEY },
  )());

it('keeps every value what it is, from one engine to the other and back, and goes on with the ids', async () => {
  // A process that ends lets go of the file.
  const { database, service, admin } = await startScenario({ SECRET_KEY }, onEmbedded() ? { isNew: true } : undefined);
  made.push(database);
  const { id } = await createLicenseKey(admin);
  const { id: last } = await createLicenseKey(admin);
  await admin.delete(`/api/keys/${last}`);
  await admin.post('/api/links', { url: 'https://example.com/ö?a=%20' });
  await service.stop('SIGINT');
  const source = await openBeside(database);
  await addAwkwardRows(source, id);
  await addLogs(source, id, 9000);
  await source.destroy();
  const before = await contentsOf(database);
  expect(before.license_logs.length).toBe(9010);

  const [there, back] = [file('there'), await emptyDatabase()];
  await run(database, 'move', '--to', there.url);
  await run(there, 'move', '--to', back.url);
  expect(await contentsOf(there)).toEqual(before);
  expect(await contentsOf(back)).toEqual(before);
  const moved = await Service.start(settings(back));
  expect((await createLicenseKey(moved.client())).id).toBe(last + 1);
  await moved.stop('SIGINT');
  expect(await refusalOf(there, 'move', '--to', back.url)).toMatch(/already/);
});

it('fills no file beside what another database left, and exits with 1 where a step is left to do', () =>
  inScenario(
    async ({ database, admin }) => {
      await createLicenseKey(admin);
      await admin.post('/api/signing', { issuer: 'acme' });
      const backup = path('left.backup');
      await run(database, 'backup', backup);
      const target = file('left');
      mkdirSync(path('left'));
      writeFileSync(path('left/keylink.db-wal'), 'what was written last');
      expect(await refusalOf(target, 'restore', backup)).toMatch(/keylink\.db-wal of another database is still there/);
      expect(readdirSync(path('left'))).toEqual(['keylink.db-wal']);
      rmSync(path('left/keylink.db-wal'));
      const { exitCode, stdout, stderr } = await keylink({ DATABASE_URL: target.url }, 'restore', backup);
      expect(stdout).toMatch(/Restored 1 license keys/);
      expect(stderr).toMatch(/SECRET_KEY[^]*run "[^"]*restored" before the service starts/);
      expect(exitCode).toBe(1);
    },
    { SECRET_KEY },
  )());

describeIf(!onEmbedded(), 'a file is claimed')('a database on a server', () => {
  it('is filled by one restore at a time', () =>
    inScenario(async ({ database, admin }) => {
      const key = await createLicenseKey(admin);
      const source = await openBeside(database);
      await addLogs(source, key.id, 8000);
      await source.destroy();
      const backup = path('twice.backup');
      await run(database, 'backup', backup);
      const target = await emptyDatabase();
      const both = await Promise.allSettled([run(target, 'restore', backup), run(target, 'restore', backup)]);
      const refused = both.filter((each) => each.status === 'rejected');
      expect(refused).toHaveLength(1);
      expect(String(refused[0].reason)).toMatch(/Something else fills the database|has tables already/);
      expect((await contentsOf(target)).license_logs).toEqual((await contentsOf(database)).license_logs);
    })());
});

it('has every table of the schema, or says why not', async () => {
  const database = await emptyDatabase();
  await run(database, 'migrate');
  const source = await openBeside(database);
  const tables: { name: string }[] = await source.query(
    onEmbedded()
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      : 'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
  );
  await source.destroy();
  const names = tables.map(({ name }) => name).filter((name) => !OF_THE_SCHEMA.includes(name));
  await run(database, 'backup', path('empty.backup'));
  const { tables: held } = JSON.parse(
    await lastLine(database, 'backup', '--verify', '--json', path('empty.backup')),
  ) as {
    tables: { name: string }[];
  };
  expect([...held.map(({ name }) => name), ...Object.keys(LEFT_OUT)].toSorted()).toEqual(names.toSorted());
});

/** A step that this version doesn't have yet. */
class Later9999999999999 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE links ADD later VARCHAR(20) NOT NULL DEFAULT 'added'");
  }

  async down(): Promise<void> {
    await Promise.resolve();
  }
}

it('restores an older schema by the steps it was made with, and takes the later ones behind', () =>
  inScenario(async ({ database, admin }) => {
    await admin.post('/api/links', { url: 'https://example.com' });
    await run(database, 'backup', path('older.backup'));
    const target = await emptyDatabase();
    const schema = { ...SCHEMA, migrations: [...SCHEMA.migrations, Later9999999999999] };
    const job = {
      schema,
      tell: () => undefined,
      onRows: () => undefined,
      finish: async (loaded: DataSource) => {
        expect(await loaded.query('SELECT later FROM links')).toEqual([{ later: 'added' }]);
        await loaded.destroy();
      },
    };
    const bytes = async function* () {
      yield await Promise.resolve(readFileSync(path('older.backup')));
    };
    const destination = destinationFor(parseDatabaseUrl(target.url), job);
    await restoreInto(destination, read(bytes(), undefined), job);
    // And this version knows no such step.
    await run(database, 'backup', path('now.backup'));
    const newer = { ...job, schema: { ...SCHEMA, migrations: SCHEMA.migrations.slice(0, -1) } };
    const other = destinationFor(parseDatabaseUrl((await emptyDatabase()).url), newer);
    await expect(restoreInto(other, read(bytes(), undefined), newer)).rejects.toThrow(/newer schema/);
  })());
