import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { keylink } from '../support/command-line';
import { walk } from '../support/key-set-chain';
import { createLicenseKey } from '../support/license-keys';
import type { Scenario } from '../support/scenario';
import { Service } from '../support/service';
import { KEY_SETS, kidOf, SigningDesk, startSigning } from '../support/signing';
import { onEmbedded } from '../support/test-database';
import { verifyJws } from '../support/ask-jose';

/** Longest that another instance may take to see a change, in milliseconds: it looks every 4 seconds, on a machine that may be busy. */
const SEEN_MS = 15_000;

let scenario: Scenario;
let desk: SigningDesk;
const admin = () => scenario.admin;
// Each command is a process of its own.
jest.setTimeout(120_000);

beforeAll(async () => {
  ({ scenario, desk } = await startSigning());
});
afterAll(() => scenario.close());

/* One story: each test goes on where the one before has ended. */

it('is off until somebody sets it up, and says so', async () => {
  expect(await desk.status()).toEqual({ isReady: false, problem: expect.stringContaining('keylink signing init') });
  const { id } = await createLicenseKey(admin());
  for (const path of ['/api/signing/rotate', '/api/signing/rotate-root', `/api/keys/${id}/license`]) {
    const { status: answered, body } = await admin().post(path, {});
    expect([path, answered, body]).toEqual([path, 409, { msg: expect.stringContaining('not set up') }]);
  }
  expect((await scenario.service.client(null).get(KEY_SETS)).status).toBe(404);
  const { exitCode, body } = await desk.run('rotate');
  expect([exitCode, body]).toEqual([1, { msg: expect.stringContaining('not set up') }]);
  expect((await admin().get('/metrics')).text).not.toMatch(/^keylink_key_set_seconds_left \d/m);
  const file = scenario.database.url.replace('sqlite:', '');
  if (onEmbedded()) expect(existsSync(join(file, '../secret.key'))).toBe(false);
});

it('needs SECRET_KEY on a server, and makes a file for it beside the embedded database', async () => {
  if (onEmbedded()) return;
  const without = await Service.start({ DATABASE_URL: scenario.database.url });
  const { status: answered, body } = await without.client().post('/api/signing', {});
  await without.stop();
  expect([answered, body]).toEqual([409, { msg: expect.stringContaining('SECRET_KEY') }]);
  const { exitCode, stderr } = await keylink({ DATABASE_URL: scenario.database.url }, 'signing', 'init');
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringMatching(/\nSigning and webhooks need the setting SECRET_KEY,.*\n$/),
  ]);
});

it('is set up once', async () => {
  for (const issuer of ['', 'x'.repeat(29), 'two words', 'quo"te', 'ä']) {
    const refused = await admin().post('/api/signing', { issuer });
    expect([issuer, refused.status]).toEqual([issuer, 400]);
  }
  // Of several at once, one does it.
  const answers = await Promise.all(Array.from({ length: 4 }, () => admin().post('/api/signing', { issuer: 'acme' })));
  expect(answers.map((each) => each.status).toSorted()).toEqual([201, 409, 409, 409]);
  expect((await desk.run('init')).body).toEqual({ msg: expect.stringContaining('already') });
  const { isReady, issuer, version, exp, root, keys } = await desk.status();
  expect([isReady, issuer, version, keys.length]).toEqual([true, 'acme', 1, 1]);
  expect(root).toEqual({ kid: expect.any(String), x: expect.any(String), isExported: false });
  const days = (exp - Date.now() / 1000) / 86400;
  expect([days > 399.9, days <= 400]).toEqual([true, true]);
  if (onEmbedded()) {
    expect(statSync(join(scenario.database.url.replace('sqlite:', ''), '../secret.key')).mode & 0o777).toBe(0o600);
  }
});

it('publishes key sets for everybody, and says how long they may be kept', async () => {
  const { root } = await desk.status();
  const latest = await scenario.service.client(null).get(KEY_SETS);
  expect(latest.headers).toMatchObject({
    'content-type': 'application/jose+json',
    'cache-control': 'public, max-age=60',
  });
  const first = await scenario.service.client(null).get(`${KEY_SETS}/1`);
  expect(first.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(first.text).toBe(latest.text);
  const { header, payload } = await verifyJws(first.body, root.x, 'keylink-keys+jwt');
  expect(header).toEqual({ alg: 'EdDSA', typ: 'keylink-keys+jwt', kid: root.kid });
  const [key] = (await desk.status()).keys;
  expect(payload).toEqual({
    iss: 'acme',
    version: 1,
    iat: payload.iat,
    exp: payload.iat + 400 * 24 * 60 * 60,
    root: { kid: root.kid, x: root.x },
    keys: [{ kid: key.kid, x: key.x, notBefore: payload.iat }],
    revoked: [],
  });
  for (const version of ['0', '2', '01', '-1', '1e0', 'latest', '9'.repeat(20)]) {
    const { status: answered, headers } = await scenario.service.client(null).get(`${KEY_SETS}/${version}`);
    expect([version, answered, headers['cache-control']]).toEqual([version, 404, 'no-store']);
  }
});

it('rotates by API and command line; who slept through it follows the chain from the root key', async () => {
  const { root } = await desk.status();
  const before = await desk.license();
  const { body } = await admin().post('/api/signing/rotate');
  expect([body.version, body.keys.length]).toEqual([2, 2]);
  expect(kidOf(await desk.license())).toBe(body.keys[1].kid);
  expect((await desk.run('rotate')).body.version).toBe(3);
  await admin().post('/api/signing/rotate');
  const sets = await walk(scenario.service.client(null), root.x);
  expect(sets.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  const latest = sets.at(-1)!;
  // Each key ends when the next one begins, and what it signed stays valid.
  expect(latest.keys.map(({ notAfter }) => notAfter)).toEqual([
    ...latest.keys.slice(1).map(({ notBefore }) => notBefore),
    undefined,
  ]);
  const { x } = latest.keys.find(({ kid }) => kid === kidOf(before))!;
  expect((await verifyJws(before, x, 'keylink-license+jwt')).payload.iss).toBe('acme');
});

it('signs with the new key soon, also where another instance or the command line rotated', async () => {
  const other = await Service.start({ DATABASE_URL: scenario.database.url, ...SigningDesk.environment });
  try {
    const { body } = await desk.run('rotate');
    const start = performance.now();
    for (const service of [scenario.service, other]) {
      const left = async () =>
        /keylink_key_set_seconds_left (\d+)/.exec((await service.client().get('/metrics')).text)?.[1];
      while (Number(await left()) < body.exp - Date.now() / 1000 - 2) {
        if (performance.now() - start > SEEN_MS) throw new Error('It was not seen in time.');
        await sleep(100);
      }
      const { id } = await createLicenseKey(admin());
      const answer = await service.client().post(`/api/keys/${id}/license`, {});
      expect(kidOf(answer.body.license)).toBe(body.keys.at(-1).kid);
    }
  } finally {
    await other.stop();
  }
});

it('publishes one version for each of many rotations at once', async () => {
  const { version, root } = await desk.status();
  const answers = await Promise.all(Array.from({ length: 5 }, () => admin().post('/api/signing/rotate')));
  expect(answers.map((each) => each.status)).toEqual([200, 200, 200, 200, 200]);
  const sets = await walk(scenario.service.client(null), root.x);
  expect(sets.at(-1)!.version).toBe(version + 5);
  expect(sets.at(-1)!.keys.filter(({ notAfter }) => notAfter === undefined)).toHaveLength(1);
});

it('revokes a key that was stolen, whether or not it still signs', async () => {
  const { root, keys } = await desk.status();
  const [former, current] = [keys[0].kid, keys.at(-1).kid];
  const { body } = await admin().post('/api/signing/revoke', { kid: current });
  expect(body.keys.at(-2)).toMatchObject({ kid: current, isRevoked: true });
  expect(await desk.currentKid()).not.toBe(current);
  expect(kidOf(await desk.license())).toBe(await desk.currentKid());
  const signs = await desk.currentKid();
  await desk.run('revoke', former);
  expect(await desk.currentKid()).toBe(signs);
  const latest = (await walk(scenario.service.client(null), root.x)).at(-1)!;
  // In the order in which they were revoked.
  expect(latest.revoked).toEqual([current, former]);
  expect(latest.keys.map(({ kid }) => kid)).not.toContain(current);
  // Again changes nothing; what isn't there can't be revoked; nor can a root key.
  expect((await admin().post('/api/signing/revoke', { kid: current })).body.version).toBe(latest.version);
  expect((await admin().post('/api/signing/revoke', { kid: 'x'.repeat(43) })).status).toBe(404);
  expect((await admin().post('/api/signing/revoke', { kid: root.kid })).status).toBe(404);
  expect((await admin().post('/api/signing/revoke', { kid: 'x' })).status).toBe(400);
});

it('is audited with who did what, and needs scopes of its own', async () => {
  const { body } = await admin().get('/api/audit?targetType=keySet&limit=1000');
  const actions = body.map(({ action, targetId }: { action: string; targetId: number }) => `${action} ${targetId}`);
  expect(actions.at(-1)).toBe('create 1');
  expect(new Set(body.map(({ action }: { action: string }) => action))).toEqual(
    new Set(['create', 'rotate', 'revoke']),
  );
  const reader = scenario.service.client((await createApiKey(admin(), ['signing:read'])).secret);
  expect([(await reader.get('/api/signing')).status, (await reader.post('/api/signing/rotate')).status]).toEqual([
    200, 403,
  ]);
});
