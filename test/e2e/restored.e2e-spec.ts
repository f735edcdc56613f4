import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../clients/typescript/src/node';
import { type Backup, backUp } from '../support/backup';
import { keylink } from '../support/command-line';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { Service } from '../support/service';
import { KEY_SETS, SigningDesk } from '../support/signing';
import { createMigratedDatabase, onEmbedded, type TestDatabase } from '../support/test-database';

/* A database is restored from a backup that knows nothing of what was given and published since. */

let folder: string;
let database: TestDatabase;
let service: Service;
let backup: Backup;
let rootKey: string;
/** Of a customer who knows nothing of all this. */
let kept: { id: number; key: string };
let stolen: string;
/** What programs know that were there before the backup, and that saw what was lost. */
const caches: Record<'slept' | 'saw', { text?: string }> = { slept: {}, saw: {} };
let lost: { keySet: string; version: number; position: number; ids: Record<'keys' | 'links' | 'apiKeys', number> };

interface LostEvent {
  readonly id: string;
  readonly position: number;
  readonly data: { readonly licenseKey?: { readonly id: number } };
}

jest.setTimeout(120_000);

const environment = () => ({ DATABASE_URL: database.url, LICENSE_KEY_AUTH: 'true', ...SigningDesk.environment });
// A process that ends lets go of the file, as one does that is stopped for a restore.
const start = async () => (service = await Service.start(environment(), onEmbedded() ? { isNew: true } : undefined));
const admin = () => service.client();
const rotate = () => admin().post('/api/signing/rotate');
const ask = (cache: { text?: string }) => {
  const store = { load: () => cache.text, save: (text: string) => void (cache.text = text) };
  const program = createClient({ url: service.url, rootKey, product: PRODUCT, store });
  return program.check({ key: kept.key, device: 'laptop', fresh: true });
};
async function askFirst(cache: { text?: string }): Promise<void> {
  const { outcome } = await ask(cache);
  if (outcome !== 'allowed') throw new Error(`The program was ${outcome}.`);
}

const fresh = { outcome: 'allowed', source: 'service' };
const restored = async (...args: string[]) => {
  const { exitCode, stdout } = await keylink(environment(), 'restored', ...args, '--json');
  return { exitCode, body: JSON.parse(stdout) };
};

async function createAll(): Promise<Record<'keys' | 'links' | 'apiKeys', number>> {
  const { id: keys } = await createLicenseKey(admin());
  const { body: link } = await admin().post('/api/links', { url: 'https://example.com/' });
  const { body: apiKey } = await admin().post('/api/api-keys', { name: 'x', scopes: ['check'] });
  return { keys, links: link.id, apiKeys: apiKey.id };
}

/** Once all that happened is numbered. */
async function lastPosition(): Promise<number> {
  const newest = async () => ((await admin().get('/api/events?order=newest&limit=1')).body as LostEvent[])[0].position;
  for (let last = await newest(); ;) {
    await sleep(600);
    const now = await newest();
    if (now === last) return now;
    last = now;
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-restored-'));
  database = await createMigratedDatabase();
  await start();
  rootKey = (await admin().post('/api/signing', {})).body.root.x;
  kept = await createLicenseKey(admin());
  await createAll();
  await askFirst(caches.slept);
  // An event that the backup holds without its number would get one that is new.
  await lastPosition();
  backup = await backUp(database, environment());
  // A signing key is stolen and revoked, another takes over twice; and a few customers come.
  stolen = (await admin().get('/api/signing')).body.keys[0].kid;
  await admin().post('/api/signing/revoke', { kid: stolen });
  await rotate();
  caches.saw.text = caches.slept.text;
  await askFirst(caches.saw);
  await createAll();
  const ids = await createAll();
  const { body, text: keySet } = await admin().get(KEY_SETS);
  const { version } = JSON.parse(Buffer.from(body.payload, 'base64url').toString());
  lost = { keySet, version, position: await lastPosition(), ids };
  writeFileSync(join(folder, 'keys.json'), keySet);
});
beforeEach(() => service.stop('SIGINT'));
afterAll(async () => {
  await service.stop('SIGINT');
  await database.drop();
  rmSync(folder, { recursive: true });
});

it('without "keylink restored" ids and versions are given twice: what the command is there for', async () => {
  await backup.restore();
  await start();
  expect((await createAll()).keys).toBeLessThanOrEqual(lost.ids.keys);
  expect((await rotate()).body.version).toBeLessThanOrEqual(lost.version);
  expect(await ask({ ...caches.saw })).toMatchObject({ outcome: 'allowed', source: 'cache' });
});

it('with the last key set that was published, programs go on that saw it, and that did not; its revocation stays', async () => {
  await backup.restore(`--published ${join(folder, 'keys.json')}`);
  await start();
  const { body } = await admin().get('/api/signing');
  expect([body.version, body.isReady]).toEqual([lost.version + 1, true]);
  expect(body.keys.find((each: { kid: string }) => each.kid === stolen).isRevoked).toBe(true);
  expect((await admin().get(`${KEY_SETS}/${lost.version}`)).text).toBe(lost.keySet);
  for (const [name, cache] of Object.entries(caches))
    expect([name, await ask({ ...cache })]).toMatchObject([name, fresh]);
  expect((await rotate()).body.version).toBe(lost.version + 2);
  for (const [name, cache] of Object.entries(caches))
    expect([name, await ask({ ...cache })]).toMatchObject([name, fresh]);
  const { findings } = (await admin().get('/api/doctor')).body;
  expect(findings).toContainEqual(expect.objectContaining({ check: 'signing', status: 'ok' }));
});

it('gives no id again: a check by the record id of a lost customer passes for nobody', async () => {
  await backup.restore('');
  await start();
  const ids = await createAll();
  for (const name of ['keys', 'links', 'apiKeys'] as const) expect(ids[name]).toBeGreaterThan(1_000_000);
  const { body } = await admin().post('/api/check', { id: lost.ids.keys });
  expect([body.pass, lost.ids.keys]).toEqual([false, expect.any(Number)]);
  expect((await createLicenseKey(admin())).id).toBe(ids.keys + 1);
  const { body: audited } = await admin().get('/api/audit?targetType=database');
  expect(audited.map(({ action, after }: { action: string; after: object }) => [action, Object.keys(after)])).toEqual([
    ['update', ['keySetVersion']],
    ['update', ['position']],
    ['update', ['ids']],
  ]);
});

it('lets a follower who saw events that are lost miss none that come, and nobody walk through what lies between', async () => {
  const events = async (query: string) => (await admin().get(`/api/events?limit=1000&${query}`)).body as LostEvent[];
  const untilKey = async (id: number) => {
    for (;;) {
      const found = await events(`after=${lost.position}&wait=5`);
      if (found.some(({ data }) => data.licenseKey?.id === id)) return found;
    }
  };
  await backup.restore('');
  await start();
  const created: number[] = [];
  // As many as were lost, and more: the control is that without the command these are skipped.
  while (created.length < 20) created.push((await createLicenseKey(admin())).id);
  const found = await untilKey(created.at(-1)!);
  expect(found.map(({ data }) => data.licenseKey?.id).filter((id) => id !== undefined)).toEqual(created);
  expect(found[0].position).toBeGreaterThan(10_000_000_000);
  // From the first to the last, and back, in few steps over what lies between.
  const first = await walk('after=0', created.at(-1)!);
  expect(first.findIndex(({ id }) => id === found[0].id)).toBeGreaterThan(0);
  const back = await walk('order=newest', 0);
  expect(back.map(({ id }) => id)).toEqual(first.map(({ id }) => id).toReversed());
  for (const query of ['after=0', 'order=newest']) expect(await walk(`types=bulkChange.ended&${query}`, 0)).toEqual([]);
});

/** All pages from one on, up to a license key's creation. */
async function walk(query: string, lastKey: number): Promise<LostEvent[]> {
  const walked: LostEvent[] = [];
  let path: string | undefined = `/api/events?limit=1000&${query}`;
  for (let page = 0; path !== undefined; page++) {
    if (page === 5) throw new Error(`There are too many pages: ${path}`);
    const { body, headers } = await admin().get(path);
    walked.push(...(body as LostEvent[]));
    const next: string | undefined = /<([^>]+)>/.exec(String(headers.link))?.[1];
    const isEnd: boolean = next === path || walked.at(-1)?.data.licenseKey?.id === lastKey;
    path = isEnd ? undefined : next;
  }
  return walked;
}

it('publishes no version twice without evidence either, and may be run again', async () => {
  await backup.restore('');
  const first = await restored();
  expect(first).toMatchObject({ exitCode: 0, body: { keySetVersion: 22 } });
  expect(await restored()).toEqual(first);
  await start();
  expect((await admin().get('/api/signing')).body.version).toBeGreaterThan(lost.version);
  expect(await ask({ ...caches.slept })).toMatchObject(fresh);
  // Who finds the last key set later tells it then: its revocation isn't lost, but for those who saw it and walk through the versions between.
  const told = await restored('--published', join(folder, 'keys.json'));
  expect(told).toMatchObject({ exitCode: 0, body: { keySetVersion: 23 } });
  expect((await restored('--published', join(folder, 'keys.json'))).body.keySetVersion).toBe(23);
  while ((await admin().get('/api/signing')).body.version !== 23);
  const { keys } = (await admin().get('/api/signing')).body;
  expect(keys.find((each: { kid: string }) => each.kid === stolen).isRevoked).toBe(true);
  expect(await ask({ ...caches.slept })).toMatchObject(fresh);
  expect(await ask({ ...caches.saw })).toMatchObject({ outcome: 'allowed', source: 'cache' });
});

it('takes the exported root key from its file, and refuses a key set of another service', async () => {
  await start();
  const file = join(folder, 'root.pem');
  await keylink(environment(), 'signing', 'export-root', '--out', file);
  const version = (await admin().get('/api/signing')).body.version as number;
  const missing = await restored('--published', String(version + 2));
  expect(missing).toMatchObject({ exitCode: 1, body: { msg: expect.stringContaining('--root-file') } });
  const { body } = await restored('--published', String(version + 2), '--root-file', file, '--yes');
  expect(body.keySetVersion).toBe(version + 3);
  writeFileSync(join(folder, 'other.json'), lost.keySet.replace('"payload":"', '"payload":"A'));
  expect((await restored('--published', join(folder, 'other.json'))).body.msg).toContain('not signed by its root key');
});
