import { createHash, randomBytes } from 'node:crypto';
import { createLicenseKey, OTHER_PRODUCT, PRODUCT, UNKNOWN_KEY } from '../support/license-keys';
import type { Scenario } from '../support/scenario';
import { LEASE_SECONDS, type SeatClient, startSeats } from '../support/seats';
import { verifyJws } from '../support/ask-jose';

const TYPE = 'keylink-verdict+jwt';
const NONCE = 'nOnce_of-the-client-01';
const DAY = 24 * 60 * 60;
const SECRET_KEY = randomBytes(32).toString('base64');
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

let scenario: Scenario;
let seats: SeatClient;
let x: string;
const admin = () => scenario.admin;
const read = async (signed: string) => (await verifyJws(signed, x, TYPE)).payload;
const check = async (body: object, path = '/api/check') => (await admin().post(path, body)).body;

beforeAll(async () => {
  ({ scenario, seats } = await startSeats({ SECRET_KEY, OFFLINE_DAYS: '3' }));
});
afterAll(() => scenario.close());

// First of all, while nothing can be signed.
it('is answered without a signature as long as signing is not set up', async () => {
  const { key } = await createLicenseKey(admin());
  expect(Object.keys(await check({ id: key, nonce: NONCE }))).toEqual(['status', 'pass', 'details']);
  const { body } = await admin().post('/api/signing', {});
  x = body.keys[0].x;
});

it('is answered as ever without a nonce', async () => {
  const { key } = await createLicenseKey(admin());
  expect(Object.keys(await check({ id: key }))).toEqual(['status', 'pass', 'details']);
});

it('is signed for the nonce, the key as it was sent, and the product, in every form of a check', async () => {
  const { id, key } = await createLicenseKey(admin());
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const answers: [string, object][] = [
    [key, await check({ id: key, nonce: NONCE })],
    [`0${id}`, await check({ id: `0${id}`, nonce: NONCE })],
    [String(id), await check({ id, pid: PRODUCT, nonce: NONCE })],
    [key, await check({}, `/api/check/${key}?nonce=${NONCE}`)],
    [key, (await admin().post('/api/check', `id=${key}&nonce=${NONCE}`, form)).body],
    [key, await check({ id: key, proIds: [OTHER_PRODUCT, PRODUCT], nonce: NONCE }, '/api/check/multiple')],
  ];
  for (const [sent, body] of answers) {
    const { signed } = body as { signed: string };
    expect(Object.keys(body).at(-1)).toBe('signed');
    const payload = await read(signed);
    const { iat } = payload;
    const said = { iss: 'keylink', nonce: NONCE, status: 'AUTHORISED', pass: true, key: hash(sent), product: PRODUCT };
    expect(payload).toEqual({ ...said, iat, exp: iat + 3 * DAY });
    expect(Math.abs(iat - Date.now() / 1000)).toBeLessThan(60);
  }
});

it('is signed when it refuses, for a minute', async () => {
  const key = await createLicenseKey(admin(), { ip: '192.0.2.1' });
  const answers = [
    await check({ id: UNKNOWN_KEY, pid: PRODUCT, nonce: NONCE }),
    await check({ id: UNKNOWN_KEY, nonce: NONCE }),
    await check({ id: key.key, pid: OTHER_PRODUCT, nonce: NONCE }),
    await check({ id: key.key, proIds: [OTHER_PRODUCT], nonce: NONCE }, '/api/check/multiple'),
    (await admin().post('/api/check', { id: key.key, nonce: NONCE })).body,
  ];
  const payloads = await Promise.all(answers.map(({ signed }) => read(signed)));
  expect(payloads.map(({ status, pass, product, exp, iat }) => [status, pass, product, exp - iat])).toEqual([
    ['NOT FOUND', false, PRODUCT, 60],
    ['NOT FOUND', false, undefined, 60],
    ['INVALID PRODUCT', false, OTHER_PRODUCT, 60],
    ['INVALID PRODUCT', false, undefined, 60],
    ['NOT AUTHORISED', false, PRODUCT, 60],
  ]);
});

it('holds no longer than the license key, or than the lease of the device', async () => {
  const expiresAt = Date.now() + 3_600_500;
  const key = await seats.create({ seats: 1, leaseSeconds: 2 * 3600, expiresAt });
  const short = await seats.create({ seats: 1, leaseSeconds: LEASE_SECONDS });
  const first = await read((await check({ id: key.key, device: 'a', nonce: NONCE })).signed);
  expect(first).toMatchObject({ device: hash('a'), expiresAt, exp: Math.floor(expiresAt / 1000) });
  const { device, signed } = await check({ id: short.key, device: 'a', nonce: NONCE });
  const { leaseUntil } = device;
  expect(await read(signed)).toMatchObject({ leaseUntil, exp: Math.floor(leaseUntil / 1000) });
  const refusal = await read((await check({ id: short.key, device: 'b', nonce: NONCE })).signed);
  expect(refusal).toMatchObject({ status: 'NO SEAT', pass: false, device: hash('b') });
});

it.each(['short', 'x'.repeat(129), 'with a space in it', 17, null, ['nOnce_of-the-client-01']])(
  'refuses the nonce %j',
  async (nonce) => {
    const { key } = await createLicenseKey(admin());
    const response = await admin().post('/api/check', { id: key, nonce });
    expect([response.status, response.body]).toEqual([
      400,
      { msg: 'nonce must be 16 to 128 characters of A-Z, a-z, 0-9, - and _.' },
    ]);
  },
);

describe('an offline license for a device', () => {
  const issue = (id: number, body: object) => admin().post(`/api/keys/${id}/license`, body);

  it('holds a seat until it ends, also when the device gives that back', async () => {
    const key = await seats.create({ seats: 1 });
    const { status, body } = await issue(key.id, { device: 'stick', days: 1 });
    expect(status).toBe(201);
    expect((await issue(key.id, { device: 'other', days: 1 })).body).toEqual({
      msg: 'The only seat of this license key is taken; release one, or raise seats.',
    });
    const refused = { status: 'NO SEAT', seats: { of: 1, taken: 1 }, freeAt: 1000 * body.exp };
    expect(await seats.check(key, 'laptop')).toMatchObject(refused);
    expect(await seats.check(key, 'stick')).toMatchObject({ pass: true, device: { id: 1 } });
    expect(await seats.release(key, 'stick')).toMatchObject({
      status: 'RELEASED',
      details: expect.stringContaining(`until ${new Date(1000 * body.exp).toISOString()}`),
      seats: { of: 1, taken: 1 },
    });
    const [device] = await seats.devicesOf(key);
    expect(device).toMatchObject({ id: 1, hasSeat: true, lastSeen: 0, heldUntil: 1000 * body.exp });
    await admin().delete(`/api/keys/${key.id}/devices/1`);
    await admin().delete(`/api/keys/${key.id}/devices`);
    expect(await seats.check(key, 'laptop')).toMatchObject(refused);
  });

  it('gives its seat up at its end, or when an administrator forces that', async () => {
    const key = await seats.create({ seats: 1 });
    await issue(key.id, { device: 'stick', days: 1 });
    await seats.endLicenses(key);
    expect(await seats.check(key, 'laptop')).toMatchObject({
      pass: true,
      seats: { of: 1, taken: 1 },
      device: { id: 2 },
    });
    await admin().delete(`/api/keys/${key.id}/devices`);
    await issue(key.id, { device: 'stick', days: 1 });
    const forced = (await admin().delete(`/api/keys/${key.id}/devices/1?force=true`)).body;
    expect([forced.hasSeat, 'heldUntil' in forced]).toEqual([false, false]);
    expect(await seats.check(key, 'laptop')).toMatchObject({ pass: true, seats: { of: 1, taken: 1 } });
    const [record] = (await admin().get(`/api/audit?action=release&targetId=${key.id}&limit=1`)).body;
    expect(record).toMatchObject({
      before: { device: { id: 1, hasSeat: true } },
      after: { device: { hasSeat: false } },
    });
  });

  it('is told in the audit when all seats are released but its own', async () => {
    const key = await seats.create({ seats: 3, leaseSeconds: LEASE_SECONDS });
    for (const device of ['stick', 'a']) await seats.check(key, device);
    await issue(key.id, { device: 'stick', days: 1 });
    const release = async () => {
      const { body } = await admin().delete(`/api/keys/${key.id}/devices`);
      const [record] = (await admin().get(`/api/audit?action=release&targetId=${key.id}&limit=1`)).body;
      return [body, record?.before, record?.after];
    };
    expect(await release()).toEqual([{ released: 1 }, { seatsTaken: 2 }, { seatsTaken: 1 }]);
    await seats.check(key, 'stick');
    // Its lease has ended, which is a change, too.
    expect(await release()).toEqual([{ released: 0 }, { seatsTaken: 1 }, { seatsTaken: 1 }]);
  });

  it('holds the seat that the device has, beside its lease', async () => {
    const key = await seats.create({ seats: 2, leaseSeconds: LEASE_SECONDS });
    await seats.check(key, 'laptop');
    await issue(key.id, { device: 'laptop', days: 1 });
    await seats.age(key, 2 * LEASE_SECONDS * 1000);
    expect(await seats.check(key, 'other')).toMatchObject({ pass: true, seats: { of: 2, taken: 2 } });
    expect(await seats.check(key, 'third')).toMatchObject({ status: 'NO SEAT' });
    expect(await seats.check(key, 'laptop')).toMatchObject({ pass: true, device: { id: 1 } });
  });

  const endsOf = async (key: { id: number }, ...devices: string[]) => {
    const ends = [];
    for (const [index, device] of devices.entries()) {
      ends.push(1000 * (await issue(key.id, { device, days: 1 + index })).body.exp);
    }
    return ends;
  };

  it('tells the end of the license that makes room, not of a lease that there is not', async () => {
    const key = await seats.create({ seats: 2, leaseSeconds: LEASE_SECONDS });
    const [first, second] = await endsOf(key, 'stick', 'card');
    expect(await seats.check(key, 'laptop')).toMatchObject({ status: 'NO SEAT', freeAt: first });
    // Seen too, it has a lease, which ends long before its license.
    for (const device of ['stick', 'card']) {
      await seats.check(key, device);
      expect(await seats.check(key, 'laptop')).toMatchObject({ status: 'NO SEAT', freeAt: first });
    }
    await admin().put(`/api/keys/${key.id}`, { seats: 1 });
    expect(await seats.check(key, 'laptop')).toMatchObject({ status: 'NO SEAT', freeAt: second });
  });

  it('tells nothing earlier where there are fewer seats than licenses and leases', async () => {
    const key = await seats.create({ seats: 3, leaseSeconds: LEASE_SECONDS });
    const { device } = await seats.check(key, 'phone');
    const [first, second] = await endsOf(key, 'stick', 'card');
    const freeAt = async (fields: object) => {
      await admin().put(`/api/keys/${key.id}`, fields);
      return (await seats.check(key, 'laptop')).freeAt;
    };
    expect(await freeAt({})).toBe(device!.leaseUntil);
    expect(await freeAt({ seats: 2 })).toBe(first);
    expect(await freeAt({ seats: 1 })).toBe(second);
    // Seen too, the stick has a lease besides.
    await seats.check(key, 'stick');
    expect(await freeAt({ seats: 2 })).toBe(first);
    await seats.release(key, 'stick');
    // Without a lease the phone keeps its seat: one license must end for two seats, and no end makes room for one.
    expect(await freeAt({ seats: 2, leaseSeconds: 0 })).toBe(second);
    expect(await freeAt({ seats: 1 })).toBeUndefined();
  });
});
