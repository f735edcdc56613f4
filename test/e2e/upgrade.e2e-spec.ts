import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { connectDatabase, openDatabase } from '../../src/platform/database/data-source';
import { doBeforeEnd } from '../../src/platform/database/migrating/before-end';
import { migrate } from '../../src/platform/database/migrating/migrate';
import { parseDatabaseUrl } from '../../src/platform/settings/database-url';
import { databaseOptions } from '../../src/schema';
import { keylink } from '../support/command-line';
import { failedStart } from '../support/failed-start';
import { openBeside } from '../support/open-beside';
import { ROOT } from '../support/root';
import { runSql } from '../support/run-sql';
import { schemaDifferences } from '../support/schema-differences';
import { ADMIN_KEY, Service } from '../support/service';
import { createMigratedDatabase, createTestDatabase, onEmbedded, type TestDatabase } from '../support/test-database';
import { describeIf } from '../support/skipping';

const describeOnServers = describeIf(!onEmbedded(), 'needs a server');

/** Adds what older versions needn't know. */
class Addition1999000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE additions (id integer)');
  }
  async down(): Promise<void> {}
}

/** Changes what a check depends on. */
class OtherSeats1999000000001 implements MigrationInterface {
  readonly endsOlderVersions = true;
  async up(): Promise<void> {}
  async down(): Promise<void> {}
}

type Migration = new () => MigrationInterface;

/** Of the newest, as many as there is time for: the others were cut short when they were new, and don't change. */
const CUT = Number(process.env.CUT_MIGRATIONS ?? 6);

let database: TestDatabase;
const ours = () => databaseOptions(parseDatabaseUrl(database.url));
const openWith = (...more: Migration[]): Promise<DataSource> => {
  const options = ours();
  return openDatabase({ ...options, migrations: [...(options.migrations as Migration[]), ...more] });
};
const upgrade = async (...more: Migration[]): Promise<void> => (await openWith(...more)).destroy();

beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(() => database.drop());

describe('migrations', () => {
  it(`go on after a start that was cut short behind any statement of the newest ${CUT}`, async () => {
    await database.drop();
    database = await createTestDatabase();
    const done = new Set<string>();
    let cuts = 0;
    /** Fails right after the first statement that no start before has made. */
    const cutShort = (): Migration[] =>
      (ours().migrations as Migration[]).map((Whole, index, all) => {
        if (index < all.length - CUT) return Whole;
        class Cut extends Whole {
          override async up(runner: QueryRunner): Promise<void> {
            const query = runner.query.bind(runner);
            runner.query = (async (sql: string, parameters?: unknown[]) => {
              const result: unknown = await query(sql, parameters);
              if (/^\s*(SELECT|SHOW|PRAGMA|COMMIT|ROLLBACK|START|BEGIN)/i.test(sql) || done.has(sql)) return result;
              done.add(sql);
              throw new Error('cut short');
            }) as typeof runner.query;
            await super.up(runner).finally(() => (runner.query = query));
          }
        }
        return Object.defineProperty(Cut, 'name', { value: Whole.name });
      });
    const dataSource = await connectDatabase({ ...ours(), migrations: cutShort() }, false);
    try {
      for (;;) {
        const ended = await migrate(dataSource, () => {}).catch((error: Error) => error.message);
        if (typeof ended !== 'string') break;
        expect(ended).toBe('cut short');
        cuts++;
      }
      expect(cuts).toBeGreaterThan(CUT);
      expect(await schemaDifferences(dataSource)).toEqual([]);
    } finally {
      await dataSource.destroy();
    }
  }, 180_000);
});

/** Waits until a statement is, or isn't any more, under way on the server. @returns how long that took, in milliseconds */
async function untilSeen(beside: DataSource, statement: string, isSeen: boolean): Promise<number> {
  const begin = performance.now();
  for (;;) {
    const rows = (await beside.query(
      'SELECT ID FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND INFO LIKE ? AND ID <> CONNECTION_ID()',
      [`${statement}%`],
    )) as unknown[];
    if (rows.length > 0 === isSeen) return performance.now() - begin;
    if (performance.now() - begin > 10_000) throw new Error(`Still ${isSeen ? 'not ' : ''}seen: ${statement}`);
    await sleep(20);
  }
}

describeOnServers('a migration on a server', () => {
  it('ends its session on the server when the process is asked to end', async () => {
    class Slow1999000000002 implements MigrationInterface {
      async up(runner: QueryRunner): Promise<void> {
        await runner.query('DO SLEEP(25)');
      }
      async down(): Promise<void> {}
    }
    const ended = openWith(Slow1999000000002).catch((error: unknown) => error);
    const beside = await openBeside(database);
    try {
      await untilSeen(beside, 'DO SLEEP(25)', true);
      await doBeforeEnd();
      expect(await ended).toBeInstanceOf(Error);
      await untilSeen(beside, 'DO SLEEP(25)', false);
    } finally {
      await beside.destroy();
    }
  });
});

describeOnServers('a migration of a table that somebody else reads in a transaction', () => {
  const CHANGE = 'CREATE INDEX `ix_license_keys_seats`';
  let beside: DataSource;
  let other: QueryRunner;

  beforeEach(async () => {
    beside = await openBeside(database);
    // As the schema was before one of the migrations.
    await beside.query("DELETE FROM schema_migrations WHERE name LIKE 'Seats%'");
    await beside.query('DROP INDEX ix_license_keys_seats ON license_keys');
    other = beside.createQueryRunner();
    await other.startTransaction();
    await other.query('SELECT id FROM license_keys LIMIT 1');
  });
  afterEach(async () => {
    await other.release();
    await beside.destroy();
  });

  it('is tried for a second at a time, says what it waits for, and lets everybody else go on in between', async () => {
    const told: string[] = [];
    const [{ id }] = (await other.query('SELECT CONNECTION_ID() AS id')) as { id: number }[];
    const opened = openDatabase(ours(), (message) => told.push(message));
    await untilSeen(beside, CHANGE, true);
    const asked = performance.now();
    await beside.query('SELECT id FROM license_keys LIMIT 1');
    expect(performance.now() - asked).toBeLessThan(2000);
    expect(await untilSeen(beside, CHANGE, false)).toBeLessThan(2500);
    await sleep(200);
    expect(told).toEqual([
      expect.stringMatching(/^The migration waits: a table is in use by a transaction .* for 10 minutes at most; /),
    ]);
    // MariaDB's tells it to users with the right PROCESS, and MySQL's to those who may read performance_schema.
    if (!told[0].includes('may not see')) expect(told[0]).toContain(`of session ${id} (user "`);
    await other.rollbackTransaction();
    await (await opened).destroy();
    const rows = await runSql(database, "SELECT name FROM schema_migrations WHERE name LIKE 'Seats%'");
    expect(rows).toHaveLength(1);
  });

  it('leaves neither its change in the queue nor the start lock behind after kill -9', async () => {
    const main = join(ROOT, 'dist/main.js');
    const environment = { DATABASE_URL: database.url, BOOTSTRAP_API_KEY: ADMIN_KEY };
    const killed = spawn(process.execPath, [main], {
      env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', ...environment },
      cwd: __dirname,
      stdio: 'ignore',
    });
    const gone = once(killed, 'close');
    await untilSeen(beside, CHANGE, true);
    killed.kill('SIGKILL');
    await gone;
    expect(await untilSeen(beside, CHANGE, false)).toBeLessThan(2500);
    await other.rollbackTransaction();
    const begin = performance.now();
    const service = await Service.start(environment, { isNew: true });
    expect(performance.now() - begin).toBeLessThan(4500);
    await service.stop('SIGKILL');
  });
});

describe('a newer schema', () => {
  it('that only adds something lets an older version start, write and go on', async () => {
    await upgrade(Addition1999000000000);
    const service = await Service.start({ DATABASE_URL: database.url });
    const { body: key } = await service.client().post('/api/keys', { uid: 'u', pid: 1 });
    expect((await service.client().post(`/api/check/${key.id}`)).body.pass).toBe(true);
    await service.stop();
  });

  it('that an older version would judge wrongly by refuses its start, and its commands, in one sentence', async () => {
    await upgrade(OtherSeats1999000000001);
    const message =
      /A newer keylink has changed the database's schema so that this version would judge license keys wrongly \(OtherSeats1999000000001\)\. Start the newer version, or restore a backup/;
    for (const AUTO_MIGRATE of ['true', 'false']) {
      const { exitCode, output } = await failedStart({ DATABASE_URL: database.url, AUTO_MIGRATE });
      expect([exitCode, output]).toEqual([1, expect.stringMatching(message)]);
      expect(output).not.toMatch(/\n +at /);
    }
    const environment = { DATABASE_URL: database.url };
    for (const command of [['migrate'], ['api-keys', 'create', '--name', 'n', '--scopes', 'admin'], ['export']]) {
      const { exitCode, stderr } = await keylink(environment, ...command);
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(message)]);
    }
    const { exitCode, stdout } = await keylink(environment, 'doctor');
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/FAILED +migrations: A newer keylink .* wrongly/)]);
    // The newer version itself goes on as always.
    await upgrade(OtherSeats1999000000001);
  });

  it('that an older version would judge wrongly by ends one that runs, before it is made', async () => {
    const service = await Service.start({ DATABASE_URL: database.url });
    const admin = service.client();
    const { body: key } = await admin.post('/api/keys', { uid: 'u', pid: 1 });
    let afterwards: number | undefined;
    class Watching1999000000003 extends OtherSeats1999000000001 {
      override async up(): Promise<void> {
        afterwards = (await admin.post(`/api/check/${key.id}`)).status;
      }
    }
    if (onEmbedded()) {
      // A file has one service; a command of a newer version beside it ends it a moment later.
      await upgrade(OtherSeats1999000000001);
      await sleep(2500);
    } else {
      await upgrade(Watching1999000000003);
      expect(afterwards).toBe(503);
    }
    const check = await admin.post(`/api/check/${key.id}`);
    expect([check.status, check.headers['retry-after']]).toEqual([503, '1']);
    expect((await admin.get('/health/ready')).status).toBe(503);
    expect((await admin.get('/health/live')).status).toBe(200);
    expect(service.output).toMatch(/would judge license keys wrongly \(\w+\)\. Every request is answered 503/);
    await service.stop();
  });
});
