import { randomBytes } from 'node:crypto';
import { createClient } from '../../clients/typescript/src/node';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario } from '../support/scenario';
import { ADMIN_KEY } from '../support/service';

/* Which versions a license key covers, as checks judge it and as updaters are told. */

const DAY = 86_400_000;
const PRODUCT = 62;
/** When the updates of most license keys here end. */
const END = Date.UTC(2026, 5, 30);
const FILE = 'https://downloads.example.com/app.zip';
const SHA1 = 'a9993e364706816aba3e25717850c26c9cd0d89d';
const BUCKET = 'https://bucket.s3.eu-central-1.amazonaws.com/';

let scenario: Scenario;
let rootKey: string;
const admin = () => scenario.admin;
const release = async (version: string, releasedAt: number, fields: object = {}) => {
  const body = { version, releasedAt, url: FILE, ...fields };
  const { status, text } = await admin().post(`/api/products/${PRODUCT}/releases`, body);
  if (status !== 201) throw new Error(text);
};
const createKey = (fields: object = {}) => createLicenseKey(admin(), { pid: PRODUCT, updatesUntil: END, ...fields });
const check = async ({ key }: { key: string }, fields: object) =>
  (await admin().post('/api/check', { id: key, ...fields })).body;
const read = async ({ id }: { id: number }) => (await admin().get(`/api/keys/${id}`)).body;
const latest = ({ key }: { key: string }, query: string) =>
  scenario.service.client(null).get(`/api/releases/latest?${query}`, { headers: { authorization: key } });

const squirrel = (query: string, headers: Record<string, string> = {}) =>
  scenario.service.client(null).get(`/api/releases/latest/RELEASES?${query}`, { headers });

beforeAll(async () => {
  scenario = await startScenario({
    LICENSE_KEY_AUTH: 'true',
    SECRET_KEY: randomBytes(32).toString('base64'),
    RELEASE_BUCKET: BUCKET.replace('//', '//AKIAIOSFODNN7EXAMPLE:secret@'),
  });
  rootKey = (await admin().post('/api/signing', {})).body.root.x as string;
  const signed = { signature: 'c2lnbmF0dXJl', size: 1_000_000 };
  await release('1.9.0', END - 60 * DAY, signed);
  await release('1.10.0', END - DAY, { ...signed, notes: 'Faster & <smaller>' });
  await release('1.10.1-beta.1', END - DAY, { ...signed, channel: 'beta' });
  await release('2.0.0', END + DAY, signed);
  await release('3.0.0', Date.now() + 30 * DAY, signed);
  const win = { platform: 'win32', sha1: SHA1 };
  const at = (version: string) => `https://downloads.example.com/App-${version}-full.nupkg`;
  await release('1.10.0', END - DAY, { ...win, size: 1_000_001, url: at('1.10.0') });
  await release('2.0.0', END + DAY, { ...win, size: 1_000_002, url: at('2.0.0') });
  await release('2.0.1', END + DAY, { ...win, url: at('2.0.1') });
  await release('2.0.2', END + DAY, { platform: 'linux', url: `${BUCKET}app.zip` });
});
afterAll(() => scenario.close());

describe('a check that names a version', () => {
  it('is refused for one that was released after the updates ended, and told the newest that is covered', async () => {
    const key = await createKey();
    expect(await check(key, { version: '2.0' })).toEqual({
      status: 'UPDATE NOT COVERED',
      pass: false,
      details: 'This version was released after the updates of the license ended.',
      newestCovered: '1.10.0',
    });
    for (const version of ['1.9.0', 'v1.10', '1.10.1-beta.1', '7.7.7'])
      expect([version, await check(key, { version })]).toMatchObject([version, { status: 'AUTHORISED' }]);
    expect(await check(key, { version: '3.0.0' })).toMatchObject({ status: 'UPDATE NOT COVERED' });
    const [log] = (await admin().get(`/api/keys/${key.id}/logs`)).body;
    const { past, status } = (await admin().post('/api/check/explain', { log: log.id })).body;
    expect([log.version, past.version, status]).toEqual(['3.0.0', '3.0.0', 'UPDATE NOT COVERED']);
    expect(past.rules.find(({ rule }: { rule: string }) => rule === 'updates').recorded).toBe(true);
    expect(await check(key, { version: '3.0.0', pid: 7 })).toMatchObject({ status: 'INVALID PRODUCT' });
    // Logs of checks that pass have it too.
    const logs: { version?: string; status: string }[] = (await admin().get(`/api/keys/${key.id}/logs`)).body;
    expect(logs.find(({ version }) => version === '1.9.0')).toMatchObject({ status: 'AUTHORISED' });
  });

  it('is judged by the end that the key has, and is told nothing without one, or without a version', async () => {
    const key = await createKey();
    expect(await check(key, {})).toMatchObject({ pass: true });
    expect(await check(key, { version: 'newest' })).toMatchObject({ pass: true });
    const { key: endless } = await createLicenseKey(admin(), { pid: PRODUCT });
    expect(await check({ key: endless }, { version: '2.0.0' })).toMatchObject({ pass: true });
    await admin().put(`/api/keys/${key.id}`, { updatesUntil: END + DAY });
    expect(await check(key, { version: '2.0.0' })).toMatchObject({ pass: true });
    await admin().put(`/api/keys/${key.id}`, { updatesUntil: 0 });
    expect(await check(key, { version: '3.0.0' })).toMatchObject({ pass: true });
    expect(await read(key)).not.toHaveProperty('updatesUntil');
  });

  it('judges many at once, each by its own key and version', async () => {
    const [covered, old] = [await createKey({ updatesUntil: END + DAY }), await createKey()];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        check(index % 2 === 0 ? covered : old, { version: index % 3 === 0 ? '1.9.0' : '2.0.0' }),
      ),
    );
    expect(answers.map(({ pass }) => pass)).toEqual(answers.map((_, index) => index % 2 === 0 || index % 3 === 0));
  });

  it('says what it saw', async () => {
    const { key } = await createKey();
    const { body } = await admin().post('/api/check/explain', { id: key, version: '2.0.0' });
    const { outcome, saw } = body.rules.find(({ rule }: { rule: string }) => rule === 'updates');
    expect([body.status, outcome]).toEqual(['UPDATE NOT COVERED', 'refused']);
    expect(saw).toMatch(
      /^Version 2\.0\.0 was released at 2026-07-01.*; the key covers what was released until 2026-06-30/,
    );
  });
});

describe('the updates of a plan', () => {
  it('begin with the key or its first check, and are renewed with it', async () => {
    const plans = `/api/products/${PRODUCT}/plans`;
    await admin().post(plans, { code: 'life', name: 'Lifetime', updates: 'P1Y' });
    await admin().post(plans, { code: 'later', name: 'Later', updates: 'P1M', starts: 'firstCheck' });
    const bought = await createLicenseKey(admin(), { pid: PRODUCT, plan: 'life' });
    const { updatesUntil, expiresAt } = await read(bought);
    expect(expiresAt).toBeUndefined();
    expect(updatesUntil - Date.now()).toBeGreaterThan(364 * DAY);
    expect(await check(bought, { version: '3.0.0' })).toMatchObject({ pass: true });
    expect((await admin().post(`/api/keys/${bought.id}/renew`, {})).body.updatesUntil - updatesUntil).toBeGreaterThan(
      364 * DAY,
    );

    const later = await createLicenseKey(admin(), { pid: PRODUCT, plan: 'later' });
    expect(await read(later)).toMatchObject({ starts: 'firstCheck' });
    const passed = await Promise.all(Array.from({ length: 10 }, () => check(later, { version: '2.0.0' })));
    expect(passed.map(({ pass }) => pass)).toEqual(Array(10).fill(true));
    const begun = await read(later);
    expect(begun).not.toHaveProperty('starts');
    expect(begun.updatesUntil - Date.now()).toBeGreaterThan(27 * DAY);
    // In the future of both.
    await release('4.0.0', Date.now() + 90 * DAY);
    expect(await check(later, { version: '4.0.0' })).toMatchObject({
      status: 'UPDATE NOT COVERED',
      newestCovered: '2.0.2',
    });
    await check(later, {});
    expect((await read(later)).updatesUntil).toBe(begun.updatesUntil);
  });
});

describe('the client', () => {
  const program = (version: string, store = { load: () => undefined, save: () => undefined }) =>
    createClient({ url: scenario.service.url, rootKey, product: PRODUCT, version, store });

  it('is refused as a version that is not covered, and runs as an older one', async () => {
    const { key } = await createKey();
    expect(await program('2.0.0').check({ key })).toMatchObject({
      outcome: 'refused',
      status: 'UPDATE NOT COVERED',
      newestCovered: '1.10.0',
    });
    expect(await program('1.10.0').check({ key })).toMatchObject({ outcome: 'allowed', source: 'service' });
  });

  it('does not take the pass of another version for its own', async () => {
    const { key } = await createKey();
    let kept: string | undefined;
    const store = { load: () => kept, save: (text: string) => void (kept = text) };
    const options = { rootKey, product: PRODUCT, store };
    await createClient({ ...options, url: scenario.service.url, version: '1.9.0' }).check({ key });
    const offline = { ...options, url: 'http://127.0.0.1:9' };
    expect(await createClient({ ...offline, version: '1.9.0' }).check({ key })).toMatchObject({ source: 'cache' });
    expect(await createClient({ ...offline, version: '2.0.0' }).check({ key })).toMatchObject({
      outcome: 'unreachable',
    });
  });
});

describe('an updater', () => {
  it.each([
    ['format=tauri', { version: '1.10.0', url: FILE, signature: 'c2lnbmF0dXJl', notes: 'Faster & <smaller>' }],
    ['format=tauri&version=1.9.0', { version: '1.10.0' }],
    ['format=tauri&channel=beta', { version: '1.10.1-beta.1' }],
    ['format=squirrel&version=1.9.0', { name: '1.10.0', url: FILE }],
    [
      'format=wordpress',
      { new_version: '1.10.0', package: FILE, sections: { changelog: 'Faster &amp; &lt;smaller&gt;' } },
    ],
  ])('is told the newest release that the key covers: %s', async (query, expected) => {
    const { status, body } = await latest(await createKey(), query);
    expect([status, body]).toMatchObject([200, expected]);
  });

  it('is told of what was released already, for a key that covers all', async () => {
    const { body } = await latest(await createLicenseKey(admin(), { pid: PRODUCT }), 'format=tauri');
    expect(body.version).toBe('2.0.0');
  });

  it('gets an appcast, which has no item when nothing is covered', async () => {
    const covered = await latest(await createKey(), 'format=sparkle');
    expect(covered.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(covered.text).toContain('<sparkle:version>1.10.0</sparkle:version>');
    const none = await latest(await createKey({ updatesUntil: END - 300 * DAY }), 'format=sparkle');
    expect([none.status, none.text.includes('<item>')]).toEqual([200, false]);
  });

  it('is told nothing that is not newer, and nothing for a key that does not pass or is none', async () => {
    const key = await createKey();
    for (const query of ['format=tauri&version=1.10.0', 'format=squirrel&version=1.10.0', 'format=wordpress&version=9'])
      expect([query, await latest(key, query)]).toMatchObject([query, { status: 204, text: '' }]);
    await admin().put(`/api/keys/${key.id}`, { disabled: true });
    expect(await latest(key, 'format=tauri')).toMatchObject({ status: 403, body: { msg: expect.any(String) } });
    expect((await latest({ key: 'nobody' }, 'format=tauri')).status).toBe(404);
    expect((await scenario.service.client(null).get('/api/releases/latest?format=tauri')).status).toBe(401);
    for (const query of [
      'format=exe',
      'format=tauri&version=new',
      'format=tauri&channel=a b',
      'format=tauri&format=sparkle',
    ])
      expect([query, (await latest(key, query)).status]).toEqual([query, 400]);
  });

  it('reads RELEASES for Squirrel.Windows, whatever that adds to the address, with the key in a header or the query', async () => {
    const old = await createKey();
    const all = await createLicenseKey(admin(), { pid: PRODUCT });
    for (const [key, size] of [
      [old, '1000001'],
      [all, '1000002'],
    ] as const) {
      const line = `${SHA1} https://downloads.example.com/App-${size === '1000001' ? '1.10.0' : '2.0.0'}-full.nupkg ${size}\n`;
      for (const { status, text, headers } of [
        await squirrel(`key=${key.key}&platform=win32&id=App&localVersion=9.9.9&arch=amd64`),
        await squirrel('platform=win32', { authorization: key.key }),
        await squirrel(`platform=win32&key=${key.id}`, { 'x-api-key': ADMIN_KEY }),
      ])
        expect([status, text, headers['content-type'], headers['cache-control']]).toEqual([
          200,
          line,
          'text/plain; charset=utf-8',
          'no-store',
        ]);
    }
    // Nothing has a SHA-1 there.
    expect(await squirrel(`key=${all.key}`)).toMatchObject({ status: 204, text: '' });
  });

  it('is told nothing of RELEASES without a license key, or by its number', async () => {
    const { id, key } = await createKey();
    expect((await squirrel('')).status).toBe(401);
    expect((await squirrel(`key=${id}`)).status).toBe(404);
    expect((await squirrel('key=nobody')).status).toBe(404);
    for (const query of [`key=${key}&key=${key}`, 'key=', `key=${key}&version=1`, `key=${key}&channel=a b`])
      expect([query, (await squirrel(query)).status]).toEqual([query, 400]);
    await admin().put(`/api/keys/${id}`, { disabled: true });
    expect((await squirrel(`key=${key}`)).status).toBe(403);
  });

  it('is told signed addresses of what is in the bucket', async () => {
    const { body } = await latest(await createLicenseKey(admin(), { pid: PRODUCT }), 'format=squirrel&platform=linux');
    expect(body.url).toMatch(
      /^https:\/\/bucket\.s3\.eu-central-1\.amazonaws\.com\/app\.zip\?X-Amz-Algorithm=.*X-Amz-Signature=[0-9a-f]{64}$/,
    );
    const [registered] = (await admin().get(`/api/products/${PRODUCT}/releases?platform=linux`)).body;
    expect(registered.url).toBe(`${BUCKET}app.zip`);
  });

  it('is answered for servers with an API key of the scope check', async () => {
    const { id } = await createKey();
    const { secret } = await createApiKey(admin(), ['check']);
    const { body } = await scenario.service.client(secret).get(`/api/releases/latest?format=squirrel&id=${id}`);
    expect(body).toMatchObject({ name: '1.10.0' });
  });
});
