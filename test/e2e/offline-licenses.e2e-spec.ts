import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { keylink } from '../support/command-line';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { readPng } from '../support/read-qr';
import { type Scenario, startScenario } from '../support/scenario';
import { verifyJws } from '../support/ask-jose';

const SECRET_KEY = randomBytes(32).toString('base64');
const NONCE = 'nOnce_of-the-client-01';
const DAY = 24 * 60 * 60;
const TYPE = 'keylink-license+jwt';

let scenario: Scenario;
let folder: string;
let x: string;
const admin = () => scenario.admin;
const issue = async (id: number | string, body: object = {}, query = '') =>
  admin().post(`/api/keys/${id}/license${query}`, body);
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
const requestCode = (value: unknown) => `KLR1.${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
const read = async (license: string) => (await verifyJws(license, x, TYPE)).payload;

beforeAll(async () => {
  scenario = await startScenario({ SECRET_KEY });
  folder = mkdtempSync(join(tmpdir(), 'keylink-licenses-'));
  const { body } = await admin().post('/api/signing', { issuer: 'i'.repeat(28) });
  x = body.keys[0].x;
});
afterAll(async () => {
  await scenario.close();
  rmSync(folder, { recursive: true });
});

describe('POST /api/keys/{id}/license', () => {
  it('answers with a license that says what the wire format says', async () => {
    const key = await createLicenseKey(admin());
    const before = Math.floor(Date.now() / 1000);
    const { status, body } = await issue(key.id);
    expect([status, Object.keys(body)]).toEqual([201, ['license', 'exp']]);
    const { header, payload } = await verifyJws(body.license, x, TYPE);
    expect(Object.keys(header)).toEqual(['alg', 'typ', 'kid']);
    expect(Object.keys(payload)).toEqual(['iss', 'iat', 'exp', 'jti', 'key', 'product']);
    expect(payload).toMatchObject({ iss: 'i'.repeat(28), key: hash(key.key), product: PRODUCT, exp: body.exp });
    expect([payload.iat >= before, payload.iat <= Date.now() / 1000]).toEqual([true, true]);
    expect(payload.exp - payload.iat).toBe(30 * DAY);
    expect(payload.jti).toMatch(/^[\w-]{16}$/);
  });

  it('binds it to a device, and ends it with the license key at the latest', async () => {
    const expiresAt = Date.now() + 10 * DAY * 1000 + 700;
    const key = await createLicenseKey(admin(), { expiresAt });
    const device = 'Anna’s laptop';
    const day = await read((await issue(key.key, { device, days: 1 })).body.license);
    expect(day).toMatchObject({ device: hash(device), expiresAt, exp: day.iat + DAY });
    expect((await read((await issue(key.id, { days: 3650 })).body.license)).exp).toBe(Math.floor(expiresAt / 1000));
    const hour = await read((await issue(key.id, { days: 1 / 24 })).body.license);
    expect(hour.exp - hour.iat).toBe(3600);
  });

  it('has at most 600 characters, whatever is in it', async () => {
    const key = await createLicenseKey(admin(), { pid: 2147483647, expiresAt: 253402300799999 });
    const longest = await issue(key.id, {
      days: 3650,
      request: requestCode({ key: key.key, product: 2147483647, device: 'd'.repeat(191), nonce: NONCE }),
    });
    expect([longest.status, longest.body.license.length <= 600]).toEqual([201, true]);
    const request = requestCode({ key: key.key, device: 'd', nonce: 'n'.repeat(128) });
    const { status, body } = await issue(key.id, { request });
    expect([status, body]).toEqual([400, { msg: expect.stringMatching(/would have \d+ characters, more than 600/) }]);
  });

  it.each([
    ['is disabled', { disabled: true }, /is disabled; enable it first/],
    ['is not active', { status: false }, /is not active; activate it first/],
    ['has expired', { expiresAt: 1_000_000_000_000 }, /has expired; give it a later expiresAt/],
  ])('gives none to a license key that %s', async (_, fields, message) => {
    const { id } = await createLicenseKey(admin(), fields);
    const { status, body } = await issue(id);
    expect([status, body]).toEqual([409, { msg: expect.stringMatching(message) }]);
    expect((await admin().get(`/api/keys/${id}/licenses`)).body).toEqual([]);
  });

  it('gives none in the last second of a license key, with which it would have ended', async () => {
    const second = 1000 * Math.ceil(Date.now() / 1000);
    const { id } = await createLicenseKey(admin(), { expiresAt: second + 999 });
    await sleep(second - Date.now() + 1);
    const { status, body } = await issue(id);
    expect([status, body]).toEqual([409, { msg: expect.stringMatching(/has expired/) }]);
  });

  it.each([
    [{ days: 0 }, /^days must be/],
    [{ days: 0.04 }, /^days must be/],
    [{ days: 3650.1 }, /^days must be/],
    [{ days: '30' }, /^days must be/],
    [{ days: null }, /^days must be/],
    [{ request: 7 }, /^request must be/],
    [{ seconds: 7 }, /^"seconds" is not a field/],
  ])('refuses %j', async (fields, message) => {
    const { id } = await createLicenseKey(admin());
    const { status, body } = await issue(id, fields);
    expect([status, body]).toEqual([400, { msg: expect.stringMatching(message) }]);
  });

  it.each(['', ' ', '\u00a0\u2003', 'x'.repeat(192), 'bell\u0007', 'half \ud800', 7])(
    'is issued for no device that no check would take, as %j',
    async (device) => {
      const { id, key } = await createLicenseKey(admin());
      const refused = { msg: expect.stringContaining('device must be text') };
      expect((await admin().post('/api/check', { id: key, device })).body).toEqual(refused);
      expect((await issue(id, { device })).body).toEqual(refused);
      const request = requestCode({ key, product: PRODUCT, device, nonce: NONCE });
      expect((await issue(id, { request })).body).toEqual(refused);
      expect((await admin().get(`/api/keys/${id}/licenses`)).body).toEqual([]);
    },
  );

  it('is for who may sign licenses, and for license keys that there are', async () => {
    const { id } = await createLicenseKey(admin());
    const signer = scenario.service.client((await createApiKey(admin(), ['licenses:sign'])).secret);
    expect((await signer.post(`/api/keys/${id}/license`, {})).status).toBe(201);
    const other = scenario.service.client((await createApiKey(admin(), ['keys:write', 'signing:write'])).secret);
    expect((await other.post(`/api/keys/${id}/license`, {})).status).toBe(403);
    expect((await issue(999999)).status).toBe(404);
    expect((await issue('no-such-key')).status).toBe(404);
  });

  it('draws it as a QR code, or sends it as a file, as asked for by query or Accept', async () => {
    const { id } = await createLicenseKey(admin());
    const get = (query: string, accept = '*/*') =>
      admin().post(`/api/keys/${id}/license${query}`, { device: 'd' }, { headers: { accept } });
    const typeOf = async (query: string, accept?: string) => {
      const { headers } = await get(query, accept);
      expect(headers).toMatchObject({ vary: 'Accept', 'cache-control': 'no-store' });
      return headers['content-type']!.split(';')[0];
    };
    const [png, smallest, svg, file] = [
      await get('?format=png&size=512'),
      await get('?format=png&size=128'),
      await get('?format=svg'),
      await get('?format=file'),
    ];
    expect(file.headers['content-disposition']).toBe('attachment; filename=license.txt');
    const [keySet, license, ...rest] = file.text.split('\n');
    expect([keySet, rest]).toEqual([(await admin().get('/.well-known/keylink/keys')).text, ['']]);
    expect(await read(license)).toMatchObject({ device: hash('d') });
    // Drawn as that of a link is; as large as this one, it would take minutes to read.
    expect(svg.text).toMatch(/^<\?xml.*<svg .*width="256" height="256"/s);
    expect(await typeOf('', 'image/png')).toBe('image/png');
    expect(await typeOf('', 'text/plain')).toBe('text/plain');
    expect(await typeOf('', 'text/html')).toBe('application/json');
    expect(await typeOf('?format=json', 'image/png')).toBe('application/json');
    const { body } = await admin().get(`/api/keys/${id}/licenses`);
    const count = body.length as number;
    for (const query of ['?format=gif', '?size=127', '?format=png&format=svg']) {
      expect([query, (await get(query)).status]).toEqual([query, 400]);
    }
    // What is refused was not issued.
    expect((await admin().get(`/api/keys/${id}/licenses`)).body).toHaveLength(count);
    // Last: it takes seconds, in which connections are closed.
    for (const [size, { bytes }] of Object.entries({ 512: png, 128: smallest })) {
      const { width, text } = readPng(bytes);
      expect([String(width), await read(text!)]).toEqual([size, expect.objectContaining({ device: hash('d') })]);
    }
  });
});

describe('a request code', () => {
  it('is answered with a license that carries its nonce, by API and command line', async () => {
    const key = await createLicenseKey(admin());
    const request = requestCode({ key: key.key, product: PRODUCT, device: 'ship-7', nonce: NONCE });
    const expected = { key: hash(key.key), device: hash('ship-7'), nonce: NONCE, product: PRODUCT };
    expect(await read((await issue(key.id, { request })).body.license)).toMatchObject(expected);

    const file = join(folder, 'request.txt');
    writeFileSync(file, `${request}\n`);
    const environment = { DATABASE_URL: scenario.database.url, SECRET_KEY };
    const { exitCode, stdout } = await keylink(environment, 'license', 'sign', file, '--days', '0.5');
    const [keySet, license, ...rest] = stdout.split('\n');
    const published = (await admin().get('/.well-known/keylink/keys')).text;
    expect([exitCode, keySet, rest]).toEqual([0, published, ['']]);
    const payload = await read(license);
    expect(payload).toMatchObject({ ...expected, exp: payload.iat + DAY / 2 });
    const { body } = await admin().get(`/api/keys/${key.id}/licenses`);
    expect(body[0]).toMatchObject({
      jti: payload.jti,
      apiKeyId: null,
      apiKeyName: expect.stringMatching(/^command line/),
    });
    writeFileSync(file, 'nonsense');
    const refused = await keylink(environment, 'license', 'sign', file, '--json');
    expect([refused.exitCode, JSON.parse(refused.stdout).msg]).toEqual([1, expect.stringContaining('KLR1.')]);
  });

  it('is for one license key and one product', async () => {
    const [key, other] = [await createLicenseKey(admin()), await createLicenseKey(admin())];
    const good = { key: key.key, product: PRODUCT, device: 'd', nonce: NONCE };
    for (const [id, body, message] of [
      [other.id, { request: requestCode(good) }, /for another license key/],
      [key.id, { request: requestCode({ ...good, product: 7 }) }, /for product 7; this license key is for product 6/],
      [key.id, { request: requestCode({ ...good, key: String(key.id) }) }, /for another license key/],
      [key.id, { request: requestCode(good), device: 'd' }, /leave device out/],
      [key.id, { request: requestCode({ ...good, nonce: 'short' }) }, /request code is wrong: nonce must be/],
      [key.id, { request: requestCode({ ...good, more: 1 }) }, /request code is wrong: "more" is not a field/],
      [key.id, { request: requestCode({ ...good, device: null }) }, /request code is wrong: device must be/],
      [key.id, { request: requestCode([good]) }, /must be a request code/],
      [key.id, { request: requestCode(null) }, /must be a request code/],
      [key.id, { request: requestCode(good).replace('KLR1', 'KLR2') }, /must be a request code/],
      [key.id, { request: `${requestCode(good)}=` }, /must be a request code/],
      [
        key.id,
        { request: `KLR1.${Buffer.from(`{"key":"a","key":"${key.key}","nonce":"${NONCE}"}`).toString('base64url')}` },
        /must be a request code/,
      ],
      [key.id, { request: `KLR1.${Buffer.from([0x22, 0xff, 0x22]).toString('base64url')}` }, /must be a request code/],
      [key.id, { request: `KLR1.${'e'.repeat(5000)}` }, /must be a request code/],
    ] as const) {
      const { status, body: answered } = await issue(id, body);
      expect([body, status, answered]).toEqual([body, 400, { msg: expect.stringMatching(message) }]);
    }
    const { id } = await createLicenseKey(admin());
    expect((await issue(id, { request: requestCode({ key: 'unknown-key', nonce: NONCE }) })).status).toBe(400);
  });
});
