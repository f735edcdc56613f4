import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { killed, refusalOf, run, settings } from '../support/backup-commands';
import { contentsOf } from '../support/backup-contents';
import { built } from '../support/built';
import { createLicenseKey } from '../support/license-keys';
import { insertLogs } from '../support/many-logs';
import { openBeside } from '../support/open-beside';
import { Service } from '../support/service';
import { createTestDatabase, onEmbedded, type TestDatabase } from '../support/test-database';

const { findUnfinishedRestore } = built(
  'platform/database/unfinished-restore',
) as typeof import('../../src/platform/database/unfinished-restore');

jest.setTimeout(420_000);

type Named = Pick<TestDatabase, 'url'>;

/** As many as there is time for. */
const KILLS = Number(process.env.MOVE_KILLS ?? 4);
/** Of a megabyte each. */
const PAGES_OF_LOGS = 10;
/** About as many portions as a move has: each table has one at least. */
const PORTIONS = 70;
/** Before these, tables may be empty in each source: nothing tells them apart yet. */
const SAME = 8;
/** Less than a move into a file takes from its first file on. */
const MOMENT_MS = 400;

let folder: string;
let there: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-move-'));
  there = await createTestDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await there.drop();
});

const file = (name: string): Named => ({ url: `sqlite:${join(folder, name)}/keylink.db` });
const isFile = ({ url }: Named): boolean => url.startsWith('sqlite:');
const partOf = ({ url }: Named): string => `${url.slice('sqlite:'.length)}.restoring`;

async function fill(database: Named): Promise<void> {
  const service = await Service.start(settings(database), { isNew: true });
  const admin = service.client();
  const { id } = await createLicenseKey(admin);
  await admin.post('/api/links', { url: 'https://example.com/' });
  await service.stop('SIGINT');
  const source = await openBeside(database);
  const log = { keyId: id, timeAt: 1_700_000_000_000, ip: '203.0.113.9', details: 'x'.repeat(1000), status: 'pass' };
  await insertLogs(
    source,
    Array.from({ length: PAGES_OF_LOGS * 1000 }, () => log),
  );
  await source.destroy();
}

/** @param point from 1 to KILLS: each is further on a way that goes on where it was */
async function killSomewhere(from: Named, to: Named, point: number): Promise<boolean> {
  const move = ['move', '--to', to.url];
  if (isFile(to)) return killed(from, () => existsSync(partOf(to)), Math.random() * MOMENT_MS, ...move);
  const beside = await openBeside(to);
  const portions = SAME + Math.ceil(((point - Math.random()) * (PORTIONS - SAME)) / KILLS);
  const isThere = async () => ((await findUnfinishedRestore(beside))?.portions ?? 0) >= portions;
  try {
    return await killed(from, isThere, Math.random() * 10, ...move);
  } finally {
    await beside.destroy();
  }
}

/** Whether a kill has left a part. */
async function isHalf(to: Named): Promise<boolean> {
  if (isFile(to)) return existsSync(partOf(to)) && !existsSync(to.url.slice('sqlite:'.length));
  const beside = await openBeside(to);
  try {
    return (await findUnfinishedRestore(beside)) !== undefined;
  } finally {
    await beside.destroy();
  }
}

/** Kills a move several times, and lets it come to its end. @returns how many of its parts would not have been all */
async function moveThroughKills(from: Named, to: Named, all: unknown, other: Named): Promise<number> {
  let missing = 0;
  for (let point = 1; point <= KILLS; point++) {
    if (!(await killSomewhere(from, to, point))) break;
    if (!(await isHalf(to))) continue;
    const half = isFile(to) ? { url: `sqlite:${partOf(to)}` } : to;
    // The control: what a move leaves that doesn't go on. A table may be missing too.
    const contents = await contentsOf(half).catch(() => undefined);
    if (!isDeepStrictEqual(contents, all)) missing++;
    if (!isFile(to)) expect(await refusalOf(other, 'move', '--to', to.url)).toMatch(/part of something else .*drop/);
  }
  // It may have ended just before it was killed.
  await run(from, 'move', '--to', to.url).catch((error: Error) => expect(error.message).toMatch(/already/));
  return missing;
}

it('goes on after kill -9 anywhere, there and back, and takes along every row; no other source goes on with it', async () => {
  const [source, other, back] = [file('source'), file('other'), file('back')];
  await fill(source);
  // It has fewer portions than some parts.
  await run(other, 'migrate');
  const all = await contentsOf(source);
  expect(all.license_logs).toHaveLength(PAGES_OF_LOGS * 1000);

  const misses = [await moveThroughKills(source, there, all, other), await moveThroughKills(there, back, all, other)];
  for (const missing of misses) expect(missing).toBeGreaterThan(0);
  expect(await contentsOf(there)).toEqual(all);
  expect(await contentsOf(back)).toEqual(all);
  expect(await contentsOf(source)).toEqual(all);

  const full = onEmbedded() ? /has a database already.*move that file away/ : /has tables already.*Create another/;
  expect(await refusalOf(other, 'move', '--to', there.url)).toMatch(full);
  expect(await refusalOf(there, 'move', '--to', there.url)).toMatch(full);
  expect(await contentsOf(there)).toEqual(all);
});
