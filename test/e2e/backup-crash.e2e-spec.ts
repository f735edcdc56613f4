import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cut, killed, refusalOf, run, settings } from '../support/backup-commands';
import { built } from '../support/built';
import { createLicenseKey } from '../support/license-keys';
import { insertLogs } from '../support/many-logs';
import { openBeside } from '../support/open-beside';
import { inScenario } from '../support/scenario';
import { Service } from '../support/service';
import { createTestDatabase, onEmbedded, type TestDatabase } from '../support/test-database';

const { findUnfinishedRestore } = built(
  'platform/database/unfinished-restore',
) as typeof import('../../src/platform/database/unfinished-restore');

jest.setTimeout(420_000);

let folder: string;
const made: TestDatabase[] = [];
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'keylink-backup-'))));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const each of made) await each.drop();
});

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  made.push(database);
  return database;
}

/** Less than a backup or a restore of this many logs takes. */
const MOMENT_MS = 100;
const later = () => Math.random() * MOMENT_MS;
/** Of each, as many as there is time for: on servers a restore makes all tables. */
const KILLS = Number(process.env.BACKUP_KILLS ?? (onEmbedded() ? 4 : 2));

const logsIn = async (database: { url: string }): Promise<number> => {
  const source = await openBeside(database);
  const [{ logs }]: { logs: unknown }[] = await source.query('SELECT COUNT(*) AS logs FROM license_logs');
  await source.destroy();
  return Number(logs);
};

/** Whether a restore has begun and isn't over. */
const isHalf = async (target: { url: string }): Promise<boolean> => {
  const name = target.url.slice('sqlite:'.length);
  // There is no database yet: whatever there is has another name.
  if (onEmbedded()) return existsSync(`${name}.restoring`) && !existsSync(name);
  const source = await openBeside(target);
  const unfinished = await findUnfinishedRestore(source);
  await source.destroy();
  return unfinished !== undefined;
};

it('a process that is killed leaves the old backup or the new one, and the empty database or all of it', () =>
  inScenario(async ({ database, admin }) => {
    const { id } = await createLicenseKey(admin);
    const source = await openBeside(database);
    const logs = 20_000;
    const log = { keyId: id, timeAt: 1_700_000_000_000, ip: '203.0.113.9', details: 'x'.repeat(200), status: 'pass' };
    await insertLogs(
      source,
      Array.from({ length: logs }, () => log),
    );
    await source.destroy();

    const backup = join(folder, 'killed.backup');
    await run(database, 'backup', backup);
    const old = readFileSync(backup);
    const begun = () => readdirSync(folder).filter((name) => name.startsWith('.killed.backup')).length;
    let kills = 0;
    for (let tries = 0; tries < KILLS; tries++) {
      writeFileSync(backup, old);
      const before = begun();
      if (await killed(database, () => begun() > before, later(), 'backup', backup)) kills++;
      if (!readFileSync(backup).equals(old)) await run(database, 'backup', '--verify', backup);
    }
    expect(kills).toBeGreaterThan(KILLS / 4);
    expect(begun()).toBeGreaterThan(0);

    const target = await emptyDatabase();
    expect(await cut('SIGINT', target, () => isHalf(target), 0, 'restore', backup)).toEqual({
      exitCode: 130,
      stderr: expect.stringMatching(/interrupted \(SIGINT\)\. .*run the same command again/),
    });
    expect(await isHalf(target)).toBe(true);
    let halves = 0;
    for (let point = 0; point < KILLS; point++) {
      if (!(await killed(target, () => isHalf(target), later(), 'restore', backup))) break;
      if (!(await isHalf(target))) continue;
      halves++;
      if (!onEmbedded()) expect(await refusalOf(target, 'api-keys', 'list')).toMatch(/was not finished/);
    }
    expect(halves).toBeGreaterThan(0);
    if (!onEmbedded() && (await isHalf(target))) {
      const start = Service.startAlone(settings(target));
      await expect(start).rejects.toThrow(/restore into this database was not finished/);
    }
    expect(await run(target, 'restore', backup)).toMatch(`${logs} logged checks`);
    expect(await logsIn(target)).toBe(logs);
    const restored = await Service.start(settings(target));
    expect((await restored.client().get(`/api/keys/${id}`)).status).toBe(200);
    await restored.stop('SIGINT');
  })());
