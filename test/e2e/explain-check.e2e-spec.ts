import type { ApiClient } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey, OTHER_PRODUCT, PRODUCT, UNKNOWN_KEY } from '../support/license-keys';
import { runSql } from '../support/run-sql';
import type { Scenario } from '../support/scenario';
import { LEASE_MS, LEASE_SECONDS, type SeatClient, startSeats } from '../support/seats';

interface Rule {
  readonly rule: string;
  readonly label: string;
  readonly outcome: string;
  readonly saw: string;
}

let scenario: Scenario;
let seats: SeatClient;
let admin: ApiClient;

beforeAll(async () => {
  ({ scenario, seats } = await startSeats());
  admin = scenario.admin;
});
afterAll(() => scenario.close());

const explain = (body: unknown) => admin.post('/api/check/explain', body);
const ruleOf = (body: { rules: Rule[] }, name: string) => body.rules.find(({ rule }) => rule === name)!;

/** Everything that a check could change. */
async function stored(): Promise<string> {
  const tables = ['license_keys', 'license_logs', 'devices', 'seat_counts'];
  const rows = [];
  for (const table of tables) rows.push(await runSql(scenario.database, `SELECT * FROM ${table} ORDER BY 1, 2`));
  return JSON.stringify(rows);
}

it('answers what a check answers, for whatever reason, with the rule that refuses, and writes nothing', async () => {
  const cases: [object, object, string | undefined][] = [
    [{}, {}, undefined],
    [{ disabled: true, status: false }, {}, 'disabled'],
    [{ status: false }, {}, 'active'],
    [{ expiresAt: 1_767_225_600_000 }, {}, 'expiry'],
    [{}, { pid: OTHER_PRODUCT }, 'product'],
    [{ ip: '192.0.2.0/24' }, { pid: PRODUCT }, 'address'],
    [{ locked: true }, {}, undefined],
  ];
  for (const [fields, request, expected] of cases) {
    const { id, key } = await createLicenseKey(admin, fields);
    const before = await stored();
    const { status, body } = await explain({ id: key, ...request });
    expect(status).toBe(200);
    expect(await stored()).toBe(before);
    const refused = (body.rules as Rule[]).find(({ outcome }) => outcome === 'refused');
    expect([refused?.rule, refused?.label]).toEqual([expected, expected && body.status]);
    expect([body.licenseKey.id, body.address, body.effects[0]]).toEqual([
      id,
      '127.0.0.1',
      'A check would be logged, and would move lastSeen.',
    ]);
    if ('locked' in fields) expect(body.effects).toContain('It would bind the key to 127.0.0.1.');
    const checked = (await admin.post('/api/check', { id: key, ...request })).body;
    expect([body.status, body.pass, body.details]).toEqual([checked.status, checked.pass, checked.details]);
  }
}, 120_000);

it('judges an unknown key, another address and another time', async () => {
  for (const id of [UNKNOWN_KEY, 999_999_999, '9'.repeat(30)]) {
    const { status, body } = await explain({ id });
    expect([status, body.status, body.rules[0].outcome, body.effects, body.licenseKey]).toEqual([
      200,
      'NOT FOUND',
      'refused',
      [],
      undefined,
    ]);
  }
  const { id } = await createLicenseKey(admin, { ip: '203.0.113.0/24', expiresAt: 2_000_000_000_000 });
  const at = 1_999_999_999_999;
  const { body } = await explain({ id: String(id), address: '::ffff:203.0.113.7', at });
  expect([body.status, body.address, body.at]).toEqual(['AUTHORISED', '203.0.113.7', at]);
  expect(ruleOf(body, 'address').saw).toBe('203.0.113.0/24 may use the key; the check comes from 203.0.113.7.');
  const late = await explain({ id, address: '203.0.113.7', at: at + 1 });
  expect([late.body.status, ruleOf(late.body, 'expiry').saw]).toEqual([
    'EXPIRED',
    'The key expired at 2033-05-18T03:33:20.000Z.',
  ]);
  expect((await explain({ id, at: Number.MAX_SAFE_INTEGER })).body.status).toBe('EXPIRED');
});

it('sees seats as a check does, takes none, and says what a check would take', async () => {
  const key = await seats.create({ seats: 2, leaseSeconds: LEASE_SECONDS });
  await seats.check(key, 'one');
  const free = await explain({ id: key.key, device: 'two' });
  expect([free.body.status, free.body.seats, free.body.effects]).toEqual([
    'AUTHORISED',
    { of: 2, taken: 2 },
    ['A check would be logged, and would move lastSeen.', 'It would take the last seat.'],
  ]);
  const { device } = await seats.check(key, 'two');
  const before = await stored();
  const full = await explain({ id: key.key, device: 'three' });
  expect([full.body.status, full.body.seats, ruleOf(full.body, 'seats').saw]).toEqual([
    'NO SEAT',
    { of: 2, taken: 2 },
    '2 of 2 seats are taken; this device has none.',
  ]);
  const renewed = await explain({ id: key.key, device: 'two' });
  expect(renewed.body.effects[1]).toMatch(/^It would renew the device's lease until 2/);
  // When the leases have run out by then, though not now.
  const later = await explain({ id: key.key, device: 'three', at: device!.leaseUntil! + LEASE_MS });
  expect([later.body.status, later.body.effects]).toEqual([
    'AUTHORISED',
    expect.arrayContaining(['It would free the seats whose leases have run out: 2.', 'It would take a seat, 1 of 2.']),
  ]);
  expect(await stored()).toBe(before);
  expect((await seats.check(key, 'three')).freeAt).toBe(full.body.freeAt);
});

it.each([
  [{}, 'No license key was supplied.'],
  [{ id: ' ' }, 'No license key was supplied.'],
  [{ id: {} }, 'No license key was supplied.'],
  [{ id: 1, pid: '6' }, expect.stringMatching(/^pid must be/)],
  [{ id: 1, device: '' }, expect.stringMatching(/^device must be/)],
  [{ id: 1, device: 7 }, expect.stringMatching(/^device must be/)],
  [{ id: 1, address: '203.0.113.0/24' }, 'address must be one IPv4 or IPv6 address.'],
  [{ id: 1, at: -1 }, expect.stringMatching(/^at must be a time/)],
  [{ id: 1, at: '1' }, expect.stringMatching(/^at must be a time/)],
  [
    { id: 1, product: 9 },
    expect.stringMatching(/^A check ignores "product", .* x-ignored-fields; the product is "pid"/),
  ],
  [{ id: 1, info: 'x' }, '"info" is not a field of this request.'],
])('refuses %j with a sentence', async (body, msg) => {
  const answer = await explain(body);
  expect([answer.status, answer.body]).toEqual([400, { msg }]);
});

it('is for those who may read license keys', async () => {
  const checker = scenario.service.client((await createApiKey(admin, ['check'])).secret);
  expect((await checker.post('/api/check/explain', { id: 1 })).status).toBe(403);
});
