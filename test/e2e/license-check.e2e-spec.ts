import { type Scenario, startScenario, unique } from '../support/scenario';

const NO_KEY = { msg: 'No license key was supplied.' };
const AUTHORISED = { status: 'AUTHORISED', pass: true, details: expect.any(String) };

let scenario: Scenario;
const admin = () => scenario.admin;
const create = async (fields: object = {}) =>
  (await admin().post('/api/keys', { uid: unique('user'), pid: 6, ...fields })).body;
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const logsOf = async (id: number) => (await admin().get(`/api/keys/${id}/logs`)).body;

beforeAll(async () => {
  scenario = await startScenario({ TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => scenario.close());

describe('a check', () => {
  it('is answered with the documented fields in the documented order, by body and by path', async () => {
    const key = await create();
    for (const response of [
      await admin().post('/api/check', { id: key.key }),
      await admin().post('/api/check', { id: String(key.id) }),
      await admin().post('/api/check', { id: key.id }),
      await admin().post(`/api/check/${key.id}`),
      await admin().post(`/api/check/${key.key}`),
    ]) {
      expect(response.status).toBe(200);
      expect(Object.entries(response.body)).toEqual([
        ['status', 'AUTHORISED'],
        ['pass', true],
        ['details', expect.any(String)],
      ]);
    }
    expect(await logsOf(key.id)).toHaveLength(5);
  });

  it.each([
    ['KEY DISABLED', { disabled: true, status: false, expiresAt: 1_000_000_000_000, ip: '192.0.2.1' }, { pid: 7 }, 200],
    ['NOT ACTIVE', { status: false, expiresAt: 1_000_000_000_000, ip: '192.0.2.1' }, { pid: 7 }, 200],
    ['EXPIRED', { expiresAt: 1_000_000_000_000, ip: '192.0.2.1' }, { pid: 7 }, 200],
    ['INVALID PRODUCT', { ip: '192.0.2.1' }, { pid: 7 }, 200],
    ['NOT AUTHORISED', { ip: '192.0.2.1' }, { pid: 6 }, 403],
    ['AUTHORISED', { expiresAt: 4102444800000 }, { pid: 6 }, 200],
  ])('answers %s and logs it', async (status, fields, body, code) => {
    const key = await create(fields);
    const before = Date.now();
    const response = await admin().post('/api/check', { id: key.key, info: 'v2', ...body }, from('198.51.100.7'));
    expect(response.status).toBe(code);
    expect(response.body).toMatchObject({ status, pass: status === 'AUTHORISED' });
    expect('msg' in response.body).toBe(code === 403);
    const [log, ...others] = await logsOf(key.id);
    expect(others).toEqual([]);
    expect(Object.entries(log)).toEqual([
      ['id', expect.any(Number)],
      ['key', key.id],
      ['timeAt', expect.stringMatching(/^\d{13}$/)],
      ['ip', '198.51.100.7'],
      ['details', 'v2'],
      ['status', status],
      ['product', body.pid],
    ]);
    const { lastSeen } = (await admin().get(`/api/keys/${key.id}`)).body;
    expect(String(lastSeen)).toBe(log.timeAt);
    expect(lastSeen).toBeGreaterThanOrEqual(before);
    expect(lastSeen).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ['a range', '198.51.100.0/24', '198.51.100.7', 200],
    ['another range', '198.51.101.0/24', '198.51.100.7', 403],
    ['the IPv4 of an IPv4-mapped address', '198.51.100.7', '::ffff:198.51.100.7', 200],
    ['another spelling of an IPv6 address', '2001:db8::1', '2001:0DB8:0:0::0001', 200],
    ['an IPv6 range', '2001:db8::/32', '2001:db9::1', 403],
  ])('judges the address by %s', async (_, ip, address, code) => {
    const key = await create({ ip });
    expect((await admin().post('/api/check', { id: key.key }, from(address))).status).toBe(code);
  });

  it('takes info and pid from the query too, and ignores fields that it does not know', async () => {
    const key = await create();
    const response = await admin().post(`/api/check/${key.id}?info=from%20query&pid=7&extra=1`, { disable: true });
    expect(response.body.status).toBe('INVALID PRODUCT');
    expect((await logsOf(key.id))[0].details).toBe('from query');
    const both = await admin().post(`/api/check/${key.id}?info=query&pid=7`, { info: 'body', pid: 6 });
    expect(both.body).toEqual(AUTHORISED);
    expect((await logsOf(key.id))[0].details).toBe('body');
  });

  it('keeps 1024 characters of info, whole ones, and answers a NUL', async () => {
    const key = await create();
    await admin().post('/api/check', { id: key.id, info: `${'x'.repeat(1023)}😀😀` });
    await admin().post('/api/check', { id: key.id, info: 'a\0b' });
    await admin().post('/api/check', `{"id":${key.id},"info":"a\\ud800b"}`);
    expect((await logsOf(key.id)).map(({ details }: { details: string }) => details)).toEqual([
      'a\ufffdb',
      'a\ufffdb',
      `${'x'.repeat(1023)}😀`,
    ]);
  });

  it.each([
    ['no body', undefined],
    ['an empty object', {}],
    ['an empty id', { id: '' }],
    ['a blank id', { id: ' \t' }],
    ['null', { id: null }],
    ['true', { id: true }],
    ['a list', { id: [] }],
    ['an object', { id: {} }],
    ['a fraction', { id: 0.5 }],
    ['a number past all', '{"id":1e400}'],
    ['a list as body', [1]],
  ])('is refused with %s', async (_, body) => {
    const response = await admin().post('/api/check', body);
    expect([response.status, response.body]).toEqual([400, NO_KEY]);
  });

  it('is refused with a blank path, and with values of a wrong type', async () => {
    const key = await create();
    const blank = await admin().post('/api/check/%20');
    expect([blank.status, blank.body]).toEqual([400, NO_KEY]);
    for (const body of [{ info: 7 }, { info: null }, { pid: '6' }, { pid: null }, { pid: -1 }]) {
      expect((await admin().post(`/api/check/${key.id}`, body)).status).toBe(400);
    }
    expect((await admin().post(`/api/check/${key.id}?info=a&info=b`)).status).toBe(400);
    expect((await admin().post(`/api/check/${key.id}?pid=six`)).status).toBe(400);
    expect((await admin().get(`/api/keys/${key.id}/logs`)).status).toBe(404);
  });

  it.each([
    ['0', { id: 0 }],
    ['0 as text', { id: '0' }],
    ['2^31', { id: 2147483648 }],
    ['2^53+1', '{"id":9007199254740993}'],
    ['2^64', '{"id":18446744073709551616}'],
    ['2^64+1 as text', { id: '18446744073709551617' }],
    ['a negative number', { id: -1 }],
    ['an unknown key', { id: '00000000-0000-4000-8000-000000000000' }],
    ['letters outside of ASCII', { id: 'ключ' }],
    ['a text of 192 characters', { id: 'x'.repeat(192) }],
  ])('answers NOT FOUND for %s', async (_, body) => {
    await create();
    const response = await admin().post('/api/check', body);
    expect([response.status, response.body.status, response.body.pass]).toEqual([200, 'NOT FOUND', false]);
  });

  it('compares keys byte for byte', async () => {
    const { key } = await create();
    for (const id of [key.toUpperCase(), `${key} `, ` ${key}`, `${key}\0`, key.replace(/[0-9]/, '１')]) {
      expect((await admin().post('/api/check', { id })).body.status).toBe('NOT FOUND');
    }
  });

  it('records each of 200 simultaneous checks', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => create()));
    const verdicts = await Promise.all(
      Array.from({ length: 200 }, (_, index) => admin().post('/api/check', { id: keys[index % 5].key })),
    );
    expect(verdicts.map(({ body }) => body)).toEqual(Array.from(verdicts, () => AUTHORISED));
    for (const key of keys) expect(await logsOf(key.id)).toHaveLength(40);
  });

  it('is answered rightly when its key, or one that it shares a batch with, is deleted meanwhile', async () => {
    const kept = await create();
    const check = async (id: number) => (await admin().post(`/api/check/${id}`)).body.status;
    for (let round = 0; round < 20; round++) {
      const doomed = await create();
      const checks = Array.from({ length: 10 }, (_, index) => check(index % 2 === 0 ? kept.id : doomed.id));
      const [deleted, ...statuses] = await Promise.all([admin().delete(`/api/keys/${doomed.id}`), ...checks]);
      expect(deleted.status).toBe(200);
      for (const [index, status] of statuses.entries()) {
        expect(index % 2 === 0 ? ['AUTHORISED'] : ['AUTHORISED', 'NOT FOUND']).toContain(status);
      }
    }
    expect((await admin().get(`/api/keys/${kept.id}/logs?limit=1000`)).body).toHaveLength(100);
  });
});

describe('a key with an expiry', () => {
  it('passes before that millisecond and not from then on, whoever asks and how many at once', async () => {
    const key = await create();
    const expiresAt = Date.now() + 400;
    await admin().put(`/api/keys/${key.id}`, { expiresAt });
    const check = async () => (await admin().post('/api/check', { id: key.key })).body.status;
    while (!(await Promise.all([check(), check(), check()])).every((status) => status === 'EXPIRED')) {
      expect(Date.now()).toBeLessThan(expiresAt + 20_000);
    }
    const logs: { timeAt: string; status: string }[] = (await admin().get(`/api/keys/${key.id}/logs?limit=1000`)).body;
    for (const { timeAt, status } of logs) {
      expect([timeAt, status]).toEqual([timeAt, Number(timeAt) < expiresAt ? 'AUTHORISED' : 'EXPIRED']);
    }
    // Of two batches at once, the one that was judged last may be written first.
    const latest = Math.max(...logs.map(({ timeAt }) => Number(timeAt)));
    expect((await admin().get(`/api/keys/${key.id}`)).body.lastSeen).toBe(latest);
  });

  it('passes again once it is renewed, or its expiry is cleared', async () => {
    const key = await create({ expiresAt: 1_000_000_000_000 });
    const check = async () => (await admin().post('/api/check', { id: key.key })).body.status;
    expect(await check()).toBe('EXPIRED');
    for (const expiresAt of [4102444800000, 0]) {
      await admin().put(`/api/keys/${key.id}`, { expiresAt });
      expect(await check()).toBe('AUTHORISED');
      await admin().put(`/api/keys/${key.id}`, { expiresAt: Date.now() });
      expect(await check()).toBe('EXPIRED');
    }
  });
});
