import type { ApiResponse } from '../support/api-client';
import { type Scenario, startScenario, unique } from '../support/scenario';

let scenario: Scenario;
const admin = () => scenario.admin;
const create = (body: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  admin().post('/api/keys/bulk', body, { headers });
const times = (count: number, value: object): object[] => Array.from({ length: count }, () => value);
const keysOf = async (uid: string): Promise<object[]> => (await admin().get(`/api/keys?uid=${uid}`)).body;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('POST /api/keys/bulk', () => {
  it('creates keys that are alike', async () => {
    const uid = unique('alike');
    const alike = { uid, pid: 7, ip: '::ffff:10.0.0.1', locked: true, seats: 3, leaseSeconds: 60 };
    const { status, body } = await create({ count: 3, ...alike });
    expect([status, body.length]).toEqual([201, 3]);
    for (const key of body) {
      expect(key).toMatchObject({ uuid: uid, product: 7, ip: '10.0.0.1', status: true, disabled: false, locked: true });
      expect(key).toMatchObject({ seats: 3, leaseSeconds: 60 });
    }
    expect(await keysOf(uid)).toEqual(body);
    expect(new Set(body.map(({ key }: { key: string }) => key)).size).toBe(3);
  });

  it('creates 10,000 listed keys in their order, each with its own record in the audit', async () => {
    const uid = unique('listed');
    const keys = Array.from({ length: 10_000 }, (_, index) => ({ uid: `${uid}-${index}`, pid: index, status: true }));
    const { status, body } = await create({ keys });
    expect(status).toBe(201);
    expect(body.map(({ uuid, product }: { uuid: string; product: number }) => [uuid, product])).toEqual(
      keys.map((key) => [key.uid, key.pid]),
    );
    const ids = body.map(({ id }: { id: number }) => id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
    for (const key of [body[0], body[4567], body[9999]]) {
      const records = await admin().get(`/api/audit?targetType=licenseKey&targetId=${key.id}`);
      expect(records.body).toEqual([
        expect.objectContaining({ action: 'create', after: { ...key, key: `${key.key.slice(0, 8)}…` } }),
      ]);
    }
  }, 60_000);

  it('gives each listed key its own seats, or none', async () => {
    const uid = unique('seats');
    const keys = [{ seats: 2 }, {}, { seats: 1, leaseSeconds: 60 }].map((item) => ({
      uid,
      pid: 1,
      ...item,
    }));
    const { body } = await create({ keys });
    expect(body.map((key: object) => Object.entries(key).slice(9))).toEqual([
      [['seats', 2]],
      [],
      [
        ['seats', 1],
        ['leaseSeconds', 60],
      ],
    ]);
    expect(await keysOf(uid)).toEqual(body);
  });

  it.each([
    ['an item that is wrong', [{ pid: 1 }, { pid: '1' }], /^keys\[1\]: pid must be an integer/],
    [
      'an item of too many seats',
      [
        { pid: 1, seats: 1 },
        { pid: 1, seats: 1e9 },
      ],
      /^keys\[1\]: seats must be an integer/,
    ],
    ['an item with a value of its own', [{ pid: 1 }, { pid: 1, key: 'mine' }], /^keys\[1\]: "key" is not a field/],
    ['an item that is none', [{ pid: 1 }, 7], /^keys\[1\]: it must be a JSON object/],
    ['a wrong item behind many', [...times(999, { pid: 1 }), { pid: -1 }], /^keys\[999\]: pid/],
  ])('creates nothing with %s', async (_, items, message) => {
    const uid = unique('nothing');
    const keys = items.map((item: unknown) => (typeof item === 'object' ? { uid, ...item } : item));
    const { status, body } = await create({ keys });
    expect([status, body]).toEqual([400, { msg: expect.stringMatching(message) }]);
    expect(await keysOf(uid)).toEqual([]);
  });

  it.each([
    [{}, /count, or list them in keys/],
    [{ count: 0, uid: 'u', pid: 1 }, /count must be an integer from 1 to 10000/],
    [{ count: 10_001, uid: 'u', pid: 1 }, /count must be/],
    [{ count: '2', uid: 'u', pid: 1 }, /count must be/],
    [{ count: 2, pid: 1 }, /uid must be/],
    [{ count: 2, uid: 'u', pid: 1, leaseSeconds: 59 }, /leaseSeconds must be/],
    [{ keys: [] }, /keys must be a list of 1 to 10000/],
    [{ keys: { length: 1 } }, /keys must be a list/],
    [{ keys: [{ uid: 'u', pid: 1 }], count: 1 }, /and the only field/],
    [{ keys: times(10_001, { uid: 'u', pid: 1 }) }, /keys must be a list/],
    [[], /must be a JSON object/],
    [undefined, /must be a JSON object/],
    ['{"count": 1,', /not valid JSON/],
  ])('refuses %j', async (body, message) => {
    const response = await create(body);
    expect([response.status, response.body]).toEqual([400, { msg: expect.stringMatching(message) }]);
  });

  it('refuses fields in the query', async () => {
    const { status, body } = await admin().post('/api/keys/bulk?dryRun=true', { count: 2, uid: 'u', pid: 1 });
    expect([status, body]).toEqual([400, { msg: '"dryRun" is not a field of this request.' }]);
  });

  describe('with 99,000 unknown fields', () => {
    const many = Object.fromEntries(Array.from({ length: 99_000 }, (_, index) => [`f${index}`, 1]));
    const key = { uid: 'u', pid: 1 };

    // Each took from 5 to 18 seconds, in which nobody else was answered.
    it.each([
      ['of alike keys', { count: 2, ...key, ...many }, /^"f0" is not a field of this request\.$/],
      ['of an item', { keys: [{ ...key, ...many }] }, /^keys\[0\]: "f0" is not a field of this request\.$/],
      ['beside the list', { keys: [key], ...many }, /and the only field/],
      ['inside of a field', { keys: [{ ...key, uid: many }] }, /^keys\[0\]: uid must be text/],
      ['inside of a list', { keys: [{ ...key, uid: [many] }] }, /^keys\[0\]: uid must be text/],
    ])('%s, a body is refused without holding up others', async (_, body, message) => {
      const start = performance.now();
      const refused = await create(body);
      expect(performance.now() - start).toBeLessThan(1500);
      expect([refused.status, refused.body]).toEqual([400, { msg: expect.stringMatching(message) }]);
    });
  });

  it('takes bodies that no other operation takes, up to 4 MB and 100,000 values', async () => {
    const keys = Array.from({ length: 1000 }, () => ({ uid: 'é'.repeat(191), pid: 1 }));
    expect((await create({ keys })).status).toBe(201);
    expect((await admin().post('/api/keys', { keys })).status).toBe(413);
    const tooLong = await create({ count: 1, uid: 'x'.repeat(4_000_000), pid: 1 });
    expect([tooLong.status, tooLong.body]).toEqual([413, { msg: expect.stringContaining('4 MB') }]);
    const tooMany = await create({ keys: Array.from({ length: 100_001 }, () => 1) });
    expect([tooMany.status, tooMany.body]).toEqual([400, { msg: expect.stringContaining('100000') }]);
    expect((await create(`{"keys": ${'['.repeat(21)}${']'.repeat(21)}}`)).body.msg).toContain('nested too deeply');
    expect((await create('a=1', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
  });

  it('is for those who may create keys, and its body is not read before that is known', async () => {
    const large = { keys: Array.from({ length: 5000 }, () => ({ uid: 'x'.repeat(100), pid: 1 })) };
    expect((await scenario.service.client('wrong').post('/api/keys/bulk', large)).status).toBe(401);
  });
});

describe('Idempotency-Key', () => {
  it('makes a creation in bulk repeatable, however it is written', async () => {
    const headers = { 'idempotency-key': unique('bulk') };
    const uid = unique('user');
    const first = await create({ count: 450, uid, pid: 1 }, headers);
    const again = await create({ keys: times(450, { pid: 1, uid, disabled: false }) }, headers);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect(await keysOf(uid)).toEqual(first.body);
  });

  it('returns the keys as they are now, and refuses when one of them is gone', async () => {
    const headers = { 'idempotency-key': unique('bulk') };
    const { body } = await create({ count: 3, uid: 'u', pid: 1 }, headers);
    await admin().put(`/api/keys/${body[1].id}`, { disabled: true });
    const again = await create({ count: 3, uid: 'u', pid: 1 }, headers);
    expect([again.status, again.body[1]]).toEqual([200, { ...body[1], disabled: true }]);
    await admin().delete(`/api/keys/${body[2].id}`);
    const gone = await create({ count: 3, uid: 'u', pid: 1 }, headers);
    expect([gone.status, gone.body]).toEqual([409, { msg: expect.stringContaining('deleted') }]);
  });

  it('refuses other keys, and one key alone', async () => {
    const headers = { 'idempotency-key': unique('bulk') };
    await create({ count: 1, uid: 'u', pid: 1 }, headers);
    const other = await create({ count: 2, uid: 'u', pid: 1 }, headers);
    const single = await admin().post('/api/keys', { uid: 'u', pid: 1 }, { headers });
    expect([other.status, single.status]).toEqual([409, 409]);
  });

  it('creates once for 200 simultaneous requests', async () => {
    const headers = { 'idempotency-key': unique('bulk') };
    const uid = unique('user');
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => create({ keys: times(30, { uid, pid: 1 }) }, headers)),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(199).fill(200), 201]);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await keysOf(uid)).toEqual(responses[0].body);
  }, 60_000);

  it('remembers nothing of a creation that failed', async () => {
    const headers = { 'idempotency-key': unique('bulk') };
    expect((await create({ keys: [{ uid: 'u' }] }, headers)).status).toBe(400);
    expect((await create({ keys: [{ uid: 'u', pid: 1 }] }, headers)).status).toBe(201);
  });
});
