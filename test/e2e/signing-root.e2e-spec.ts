import { createPrivateKey, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signGeneral } from '../../src/signing/jws';
import { keylink, keylinkWithoutOutput } from '../support/command-line';
import { openKeySet, walk } from '../support/key-set-chain';
import { createLicenseKey } from '../support/license-keys';
import { runSql } from '../support/run-sql';
import type { Scenario } from '../support/scenario';
import { Service } from '../support/service';
import { KEY_SETS, kidOf, SigningDesk, startSigning } from '../support/signing';
import { onEmbedded } from '../support/test-database';

let scenario: Scenario;
let desk: SigningDesk;
let folder: string;
const admin = () => scenario.admin;
// Each command is a process of its own.
jest.setTimeout(120_000);

beforeAll(async () => {
  ({ scenario, desk } = await startSigning());
  await admin().post('/api/signing', { issuer: 'acme' });
  folder = mkdtempSync(join(tmpdir(), 'keylink-signing-'));
});
afterAll(async () => {
  await scenario.close();
  rmSync(folder, { recursive: true });
});

/* One story: each test goes on where the one before has ended. */

it('rotates the root key by a set that both root keys sign', async () => {
  const { root } = await desk.status();
  const { body } = await admin().post('/api/signing/rotate-root');
  expect(body.root.kid).not.toBe(root.kid);
  const { body: jws } = await scenario.service.client(null).get(KEY_SETS);
  expect(jws.signatures).toHaveLength(2);
  expect(openKeySet(jws, root.x, body.root.x).root).toEqual({ kid: body.root.kid, x: body.root.x });
  await admin().post('/api/signing/rotate');
  const { body: next } = await scenario.service.client(null).get(KEY_SETS);
  expect(next.signatures).toHaveLength(1);
  expect(() => openKeySet(next, root.x)).toThrow('not signed');
  // From the first root key to the latest set.
  const [{ root: first }] = await walk(scenario.service.client(null), (await firstRoot()).x);
  expect((await walk(scenario.service.client(null), first.x)).at(-1)!.version).toBe(body.version + 1);
});

async function firstRoot(): Promise<{ x: string }> {
  const { body } = await scenario.service.client(null).get(`${KEY_SETS}/1`);
  return (JSON.parse(Buffer.from(body.payload, 'base64url').toString()) as { root: { x: string } }).root;
}

it('keeps the root key where nobody reads what is printed', async () => {
  const environment = { DATABASE_URL: scenario.database.url, ...SigningDesk.environment };
  const { exitCode, stderr } = await keylinkWithoutOutput(environment, 'closed', 'signing', 'export-root');
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('the root key stays in the database')]);
  expect(await desk.status()).toMatchObject({ isReady: true, root: { isExported: false } });
});

it('hands the root key out once, and then takes it from a file', async () => {
  const file = join(folder, 'root.pem');
  const { root } = await desk.status();
  const exported = await desk.run('export-root', '--out', file);
  expect(exported.body).toEqual({ kid: root.kid, file });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await desk.status()).toMatchObject({ isReady: true, root: { kid: root.kid, isExported: true } });
  expect((await desk.run('export-root')).body).toEqual({ msg: expect.stringContaining('--root-file') });
  const [audited] = (await admin().get('/api/audit?action=update&targetType=keySet')).body;
  expect(audited).toMatchObject({
    apiKeyName: expect.stringContaining('command line'),
    before: { root: root.kid, isExported: false },
    after: { root: root.kid, isExported: true },
  });
  // What is signed goes on; what needs the root doesn't, but with its file.
  expect(kidOf(await desk.license())).toBe(await desk.currentKid());
  for (const path of ['rotate', 'rotate-root']) {
    const { status: answered, body } = await admin().post(`/api/signing/${path}`);
    expect([path, answered, body]).toEqual([path, 409, { msg: expect.stringContaining('--root-file') }]);
  }
  const { version, keys } = await desk.status();
  expect((await desk.run('rotate')).body.msg).toContain('--root-file');
  expect((await desk.run('rotate', '--root-file', file)).body.version).toBe(version + 1);
  expect((await desk.run('revoke', keys.at(-1).kid, '--root-file', file)).body.version).toBe(version + 2);
  const other = join(folder, 'other.pem');
  for (const [text, message] of [
    ['hunter2', /no Ed25519 private key/],
    [readFileSync(file, 'utf8').replace(/.{6}\n-----END/, 'AAAAAA\n-----END'), /not the private half|no Ed25519/],
  ] as const) {
    writeFileSync(other, text);
    const { exitCode, body, stderr } = await desk.run('rotate', '--root-file', other);
    expect([exitCode, body]).toEqual([1, { msg: expect.stringMatching(message) }]);
    expect(stderr).not.toContain('hunter2');
  }
  const { body: rotated } = await desk.run('rotate-root', '--root-file', file);
  expect(rotated).toMatchObject({ version: version + 3, root: { isExported: false } });
  expect((await desk.run('rotate', '--root-file', file)).body.msg).toContain(
    'not the private half of the current root',
  );
  expect((await walk(scenario.service.client(null), (await firstRoot()).x)).at(-1)!.version).toBe(version + 3);
});

it('signs with the same keys after a restart, and says what is wrong when the secret key is another', async () => {
  const kid = await desk.currentKid();
  await scenario.service.stop();
  const wrong = await Service.start({
    DATABASE_URL: scenario.database.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
  });
  const { body: found } = await wrong.client().get('/api/signing');
  expect(found).toMatchObject({ isReady: false, problem: expect.stringContaining('secret key is not the one') });
  expect((await wrong.client().get(KEY_SETS)).status).toBe(200);
  const { id } = await createLicenseKey(wrong.client());
  const { status: answered, body } = await wrong.client().post(`/api/keys/${id}/license`, {});
  expect([answered, body]).toEqual([409, { msg: expect.stringContaining('secret key is not the one') }]);
  expect((await wrong.client().post('/api/signing/rotate')).status).toBe(409);
  expect((await wrong.client().post('/api/check', { id })).body.pass).toBe(true);
  await wrong.stop();
  expect(wrong.output).toContain('Nothing is signed. The secret key is not the one');
  const right = await Service.start({ DATABASE_URL: scenario.database.url, ...SigningDesk.environment });
  const answer = await right.client().post(`/api/keys/${id}/license`, {});
  expect(kidOf(answer.body.license)).toBe(kid);
  await right.stop();
});

it('makes no new secret key in the place of one that is missing', async () => {
  const file = join(scenario.database.url.replace('sqlite:', ''), '../secret.key');
  const kept = onEmbedded() ? readFileSync(file) : undefined;
  if (kept) rmSync(file);
  const without = await Service.start({ DATABASE_URL: scenario.database.url });
  const { body } = await without.client().get('/api/signing');
  expect(body).toMatchObject({ isReady: false, problem: expect.stringContaining('SECRET_KEY') });
  expect((await without.client().post('/api/signing', {})).status).toBe(409);
  const { exitCode, stdout } = await keylink({ DATABASE_URL: scenario.database.url }, 'doctor');
  expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/FAILED +signing: nothing is signed\..*SECRET_KEY/)]);
  if (kept) {
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, kept, { mode: 0o600 });
    expect((await without.client().get('/api/signing')).body.isReady).toBe(true);
  }
  await without.stop();
});

it('is looked after by the doctor, 30 days before a key set ends', async () => {
  const run = async () =>
    (await keylink({ DATABASE_URL: scenario.database.url, ...SigningDesk.environment }, 'doctor')).stdout
      .split('\n')
      .find((line) => line.includes('signing:'));
  expect(await run()).toMatch(/^ok +signing: .* is valid for (399|400) days\.$/);
  // One root key signs it.
  const { version, root } = (await desk.run('rotate')).body;
  const file = join(folder, 'root-of-old-sets.pem');
  await desk.run('export-root', '--out', file);
  const signer = { kid: root.kid, privateKey: createPrivateKey(readFileSync(file)) };
  const [{ jws: text }] = (await runSql(scenario.database, 'SELECT jws FROM key_sets WHERE version = ?', [
    version,
  ])) as { jws: string }[];
  const { payload: latest } = JSON.parse(text);
  for (const [days, expected] of [
    [29.5, /^WARNING +signing: the key set expires in 29 days.*"npm run keylink -- signing rotate"/],
    [-1, /^FAILED +signing: the key set has expired.*"npm run keylink -- signing rotate"/],
  ] as const) {
    const payload = JSON.parse(Buffer.from(latest, 'base64url').toString());
    const exp = Math.floor(Date.now() / 1000 + days * 86400);
    const jws = signGeneral('keylink-keys+jwt', { ...payload, exp }, [signer]);
    await runSql(scenario.database, 'UPDATE key_sets SET jws = ? WHERE version = ?', [jws, version]);
    expect(await run()).toMatch(expected);
  }
});
