import { createPrivateKey, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decryptPrivateKey } from '../../src/signing/key-encryption';
import { keylink } from '../support/command-line';
import { createLicenseKey } from '../support/license-keys';
import { openBeside } from '../support/open-beside';
import { type Scenario, startScenario } from '../support/scenario';
import { onEmbedded } from '../support/test-database';

interface StoredKey {
  readonly kid: string;
  readonly role: string;
  readonly notAfter: number | null;
  readonly privateKey: string | null;
}

const SECRET_KEY = randomBytes(32).toString('base64');

// Each command is a process of its own.
jest.setTimeout(120_000);

let scenario: Scenario;
let folder: string;
/** Everything that was shown where a private key has no business; never the export that shows one on purpose. */
const shown: string[] = [];
/** In every spelling in which somebody could have written them. */
const canaries = new Map<string, string>();
/** As they were stored. */
const encrypted = new Set<string>();

beforeAll(async () => {
  scenario = await startScenario({ SECRET_KEY, LOG_LEVEL: 'trace', LOG_HOT_SHARE: '1' });
  folder = mkdtempSync(join(tmpdir(), 'keylink-canaries-'));
});
afterAll(async () => {
  await scenario.close();
  rmSync(folder, { recursive: true });
});

async function readTables(): Promise<Record<string, unknown[]>> {
  const dataSource = await openBeside(scenario.database, { knowsTables: true });
  try {
    const tables = dataSource.entityMetadatas.map(({ tableName }) => tableName);
    const rows = await Promise.all(tables.map((table) => dataSource.query(`SELECT * FROM ${table}`)));
    return Object.fromEntries(tables.map((table, index) => [table, rows[index] as unknown[]]));
  } finally {
    await dataSource.destroy();
  }
}

const storedKeys = async (): Promise<StoredKey[]> => (await readTables()).signing_keys as StoredKey[];

function plant(name: string, key: KeyObject): void {
  const { d } = key.export({ format: 'jwk' }) as { d: string };
  const seed = Buffer.from(d, 'base64url');
  const der = key.export({ format: 'der', type: 'pkcs8' });
  // PKCS #8 has 16 bytes in front of the seed: in base64 it begins at another place.
  for (const text of [d, seed.toString('base64'), seed.toString('hex'), der.toString('base64').slice(24)]) {
    canaries.set(text, name);
  }
  canaries.set(seed.toString('latin1'), name);
}

async function plantStoredKeys(): Promise<void> {
  const secretKey = createSecretKey(Buffer.from(SECRET_KEY, 'base64'));
  for (const { kid, role, privateKey } of await storedKeys()) {
    if (privateKey === null) continue;
    encrypted.add(privateKey);
    plant(`${role} ${kid}`, decryptPrivateKey(secretKey, kid, privateKey)!);
  }
}

function foundIn(what: string, text: string): string[] {
  return [...canaries].filter(([canary]) => text.includes(canary)).map(([, name]) => `${name} in ${what}`);
}

it('no private key and no secret key stands in the database, log, audit, API, metrics or exports', async () => {
  const { admin } = scenario;
  const run = async (...args: string[]) => {
    const { stdout, stderr } = await keylink({ DATABASE_URL: scenario.database.url, SECRET_KEY }, ...args);
    shown.push(stdout, stderr);
  };
  canaries.set(SECRET_KEY, 'SECRET_KEY');
  canaries.set(Buffer.from(SECRET_KEY, 'base64').toString('latin1'), 'SECRET_KEY');
  const keep = async (answer: Promise<{ text: string; status: number }>) => shown.push((await answer).text);
  await keep(admin.post('/api/signing', {}));
  await plantStoredKeys();
  const { id } = await createLicenseKey(admin);
  await keep(admin.post(`/api/keys/${id}/license`, { device: 'd' }));
  for (const path of ['rotate', 'rotate-root']) {
    await keep(admin.post(`/api/signing/${path}`));
    await plantStoredKeys();
  }
  await run('signing', 'rotate');
  await plantStoredKeys();
  await run('signing', 'status');
  await run('signing', 'rotate', '--root-file', __filename);
  await run('doctor');
  await run('export', '--out', join(folder, 'keys.csv'));
  const pem = join(folder, 'root.pem');
  await run('signing', 'export-root', '--out', pem);
  plant('the exported root', createPrivateKey(readFileSync(pem)));
  // The service has the file still, and what it keeps beside it holds no encrypted half either.
  for (const [file, bytes] of databaseFiles()) {
    expect([file, formerHalves(await storedKeys()).filter((text) => bytes.includes(text))]).toEqual([file, []]);
  }
  for (const path of [
    '/api/signing',
    '/api/audit?limit=1000',
    '/metrics',
    '/.well-known/keylink/keys',
    '/api/keys/export',
    `/api/keys/${id}/licenses`,
  ]) {
    await keep(admin.get(path));
  }
  // Two roots and three signing keys, each in five spellings; the exported root is one of them.
  expect(canaries.size).toBe(2 + 5 * 5);
  shown.push(readFileSync(join(folder, 'keys.csv'), 'latin1'));
  expect(foundIn('what was shown', shown.join('\n'))).toEqual([]);
  expect(foundIn('the tables', JSON.stringify(await readTables()))).toEqual([]);
  await scenario.service.stop();
  expect(scenario.service.output).toContain('/api/signing/rotate');
  expect(foundIn('the log', scenario.service.output)).toEqual([]);
  for (const [file, bytes] of databaseFiles()) expect(foundIn(file, bytes)).toEqual([]);
});

it('keeps the encrypted private half of no key that signs no more, nor of a root key that was exported', async () => {
  const keys = await storedKeys();
  const kept = keys.filter(({ privateKey }) => privateKey !== null);
  expect(kept.map(({ role, notAfter }) => [role, notAfter])).toEqual([['signing', null]]);
  const former = formerHalves(keys);
  expect(former).toHaveLength(4);
  // Nor in what the embedded database doesn't use of its file.
  for (const [file, bytes] of databaseFiles()) {
    expect([file, former.filter((text) => bytes.includes(text))]).toEqual([file, []]);
  }
});

const formerHalves = (keys: readonly StoredKey[]): string[] =>
  [...encrypted].filter((text) => !keys.some(({ privateKey }) => privateKey === text));

/** The embedded database's own, with what is in them and no row shows. */
function databaseFiles(): [string, string][] {
  if (!onEmbedded()) return [];
  const path = join(scenario.database.url.replace('sqlite:', ''), '..');
  return readdirSync(path).map((file) => [file, readFileSync(join(path, file), 'latin1')]);
}
