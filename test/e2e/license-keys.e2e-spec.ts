import { type Scenario, startScenario, unique } from '../support/scenario';

const NOT_FOUND = { msg: 'The specified license key was not found.' };
const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let scenario: Scenario;
const admin = () => scenario.admin;
const create = async (fields: object = {}) =>
  (await admin().post('/api/keys', { uid: unique('user'), pid: 1, ...fields })).body;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('POST /api/keys', () => {
  it('creates a key with the documented fields in the documented order', async () => {
    const response = await admin().post('/api/keys', { uid: 'customer-17', pid: 6 });
    expect(response.status).toBe(201);
    expect(Object.entries(response.body)).toEqual([
      ['id', expect.any(Number)],
      ['uuid', 'customer-17'],
      ['product', 6],
      ['key', expect.stringMatching(KEY)],
      ['ip', ''],
      ['status', true],
      ['disabled', false],
      ['locked', false],
      ['lastSeen', 0],
    ]);
  });

  it('takes every documented field, and texts of any script', async () => {
    const uid = 'Ünï-código 鍵 😀';
    const fields = { uid, pid: 2147483647, status: false, ip: '2001:DB8::0:1', disabled: true, locked: true };
    const { status, body } = await admin().post('/api/keys', fields);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      uuid: uid,
      product: 2147483647,
      status: false,
      ip: '2001:db8::1',
      disabled: true,
      locked: true,
    });
    expect((await admin().get(`/api/keys/${body.id}`)).body).toEqual(body);
  });

  it('takes an expiry, past or future, which is the last field wherever the key is answered', async () => {
    for (const expiresAt of [978_307_200_000, 4102444800000, Number.MAX_SAFE_INTEGER]) {
      const key = await create({ expiresAt });
      expect(Object.entries(key).slice(-2)).toEqual([
        ['lastSeen', 0],
        ['expiresAt', expiresAt],
      ]);
      expect((await admin().get(`/api/keys/${key.id}`)).text).toBe(JSON.stringify(key));
      expect((await admin().get(`/api/keys?uid=${key.uuid}`)).text).toBe(JSON.stringify([key]));
      expect((await admin().get(`/api/keys?uid=${key.uuid}&limit=1`)).text).toBe(JSON.stringify([key]));
      expect((await admin().put(`/api/keys/${key.id}`, {})).text).toBe(JSON.stringify(key));
      expect((await admin().delete(`/api/keys/${key.id}`)).text).toBe(JSON.stringify(key));
    }
  });

  it('takes an expiry as an ISO date, which PUT takes too, and answers milliseconds', async () => {
    const key = await create({ expiresAt: '2100-01-01' });
    expect(key.expiresAt).toBe(Date.UTC(2100, 0));
    const { body } = await admin().put(`/api/keys/${key.id}`, { expiresAt: '2100-01-01T12:00:00+02:00' });
    expect(body.expiresAt).toBe(Date.UTC(2100, 0, 1, 10));
  });

  it('takes 0 for no expiry', async () => {
    const key = await create({ expiresAt: 0 });
    expect(Object.keys(key)).not.toContain('expiresAt');
    expect((await admin().get(`/api/keys/${key.id}`)).text).toBe(JSON.stringify(key));
  });

  it.each([
    ['no body', undefined, 'uid must be'],
    ['no uid', { pid: 1 }, 'uid must be'],
    ['no pid', { uid: 'u' }, 'pid must be'],
    ['an empty uid', { uid: '', pid: 1 }, 'uid must be'],
    ['a blank uid', { uid: '   ', pid: 1 }, 'uid must be'],
    ['a uid of 192 characters', { uid: 'x'.repeat(192), pid: 1 }, 'uid must be'],
    ['a uid with a NUL', { uid: 'a\0b', pid: 1 }, 'uid must be'],
    ['half a character', '{"uid":"\\ud800","pid":1}', 'uid must be'],
    ['a numeric uid', { uid: 7, pid: 1 }, 'uid must be'],
    ['a pid as text', { uid: 'u', pid: '7' }, 'pid must be'],
    ['a fractional pid', { uid: 'u', pid: 0.5 }, 'pid must be'],
    ['a negative pid', { uid: 'u', pid: -1 }, 'pid must be'],
    ['a pid past 2^31', { uid: 'u', pid: 2147483648 }, 'pid must be'],
    ['a status as text', { uid: 'u', pid: 1, status: 'true' }, 'status must be true or false.'],
    ['a null flag', { uid: 'u', pid: 1, disabled: null }, 'disabled must be true or false.'],
    ['a null ip', { uid: 'u', pid: 1, ip: null }, 'ip must be'],
    ['a host name as ip', { uid: 'u', pid: 1, ip: 'example.com' }, 'ip must be'],
    ['an ip that only looks like one', { uid: 'u', pid: 1, ip: '1.2.3' }, 'ip must be'],
    ['a null expiry', { uid: 'u', pid: 1, expiresAt: null }, 'expiresAt must be'],
    ['an expiry as text', { uid: 'u', pid: 1, expiresAt: '4102444800000' }, 'expiresAt must be'],
    ['an expiry that is no date', { uid: 'u', pid: 1, expiresAt: '31.01.2100' }, 'expiresAt must be'],
    ['an expiry that anybody could mean', { uid: 'u', pid: 1, expiresAt: '2100-01-01 12:00' }, 'expiresAt must be'],
    ['an expiry before 2001', { uid: 'u', pid: 1, expiresAt: 978_307_199_999 }, 'must be a time from 2001 on'],
    ['an expiry of 1999', { uid: 'u', pid: 1, expiresAt: '1999-12-31' }, 'must be a time from 2001 on'],
    ['a fractional expiry', { uid: 'u', pid: 1, expiresAt: 0.5 }, 'expiresAt must be'],
    ['a negative expiry', { uid: 'u', pid: 1, expiresAt: -1 }, 'expiresAt must be'],
    ['an expiry past 2^53-1', '{"uid":"u","pid":1,"expiresAt":9007199254740993}', 'expiresAt must be'],
    ['an expiry past all', '{"uid":"u","pid":1,"expiresAt":1e400}', 'expiresAt must be'],
    ['an unknown field', { uid: 'u', pid: 1, disable: true }, '"disable" is not a field of this request.'],
    ['an array', [], 'The body must be a JSON object.'],
    ['a JSON text', '"uid"', 'The body must be a JSON object.'],
    ['null', 'null', 'The body must be a JSON object.'],
    ['an array of one', '[{"uid":"u","pid":1}]', 'The body must be a JSON object.'],
    ['malformed JSON', '{"uid":', 'The body is not valid JSON.'],
    ['40,000 nested brackets', '['.repeat(40_000), 'The body is nested too deeply'],
    ['a deep value', `{"uid":${'['.repeat(30)}${']'.repeat(30)},"pid":1}`, 'The body is nested too deeply'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'The body is not valid UTF-8.'],
    ['a prototype key', '{"__proto__":{"pid":1},"uid":"u"}', 'pid must be'],
    ['a field that every object has', { uid: 'u', pid: 1, constructor: 1 }, '"constructor" is not a field'],
    ['__proto__', '{"uid":"u","pid":1,"__proto__":1}', '"__proto__" is not a field'],
  ])('refuses %s', async (_, body, msg) => {
    const response = await admin().post('/api/keys', body);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ msg: expect.stringContaining(msg) });
  });

  it('refuses 200 kB with 413, and what is not JSON with 415', async () => {
    const large = await admin().post('/api/keys', { uid: 'x'.repeat(200_000), pid: 1 });
    expect([large.status, large.body]).toEqual([413, { msg: expect.stringContaining('100 kB') }]);
    const form = await admin().post('/api/keys', 'uid=u&pid=1', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([form.status, form.body]).toEqual([415, { msg: expect.stringContaining('JSON') }]);
    const deep = `{"uid":"≡","pid":1,"x":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    const utf16 = await admin().post('/api/keys', Buffer.from(deep, 'utf16le'), {
      headers: { 'content-type': 'application/json; charset=utf-16le' },
    });
    expect(utf16.status).toBe(415);
  });
});

describe('GET /api/keys/{id}', () => {
  it('finds a key by record id and by the key itself', async () => {
    const key = await create();
    expect((await admin().get(`/api/keys/${key.id}`)).body).toEqual(key);
    expect((await admin().get(`/api/keys/${key.key}`)).body).toEqual(key);
  });

  it.each([
    ['2^31', '2147483648'],
    ['2^53+1', '9007199254740993'],
    ['2^64', '18446744073709551616'],
    ['2^64+1, which 64 bits would wrap to 1', '18446744073709551617'],
    ['zero', '0'],
    ['a negative number', '-1'],
    ['text', 'nothing'],
    ['SQL', "1' OR '1'='1"],
  ])('does not find %s', async (_, id) => {
    const response = await admin().get(`/api/keys/${encodeURIComponent(id)}`);
    expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
  });

  it('compares keys byte for byte', async () => {
    const { key } = await create();
    const fullwidth = key.replace(/[0-9]/, (digit: string) => String.fromCodePoint(0xff10 + Number(digit)));
    for (const other of [key.toUpperCase(), `${key} `, ` ${key}`, `${key}\0`, fullwidth, `${key}\u200b`]) {
      const response = await admin().get(`/api/keys/${encodeURIComponent(other)}`);
      expect([other, response.status]).toEqual([other, 404]);
    }
  });

  it('answers a path that is no valid encoding with 400', async () => {
    const response = await admin().get('/api/keys/%E0%A4%A');
    expect([response.status, response.body]).toEqual([400, { msg: expect.stringContaining('path') }]);
  });
});

describe('PUT /api/keys/{id}', () => {
  it('changes the given fields and keeps the others', async () => {
    const key = await create({ ip: '10.0.0.1' });
    const locked = await admin().put(`/api/keys/${key.id}`, { locked: true });
    expect([locked.status, locked.body]).toEqual([200, { ...key, locked: true }]);
    const moved = await admin().put(`/api/keys/${key.key}`, { ip: '::ffff:10.0.0.7/104', status: false });
    expect(moved.body).toEqual({ ...key, locked: true, ip: '10.0.0.0/8', status: false });
    const cleared = await admin().put(`/api/keys/${key.id}`, { ip: '', disabled: true });
    expect(cleared.body).toEqual({ ...key, locked: true, ip: '', status: false, disabled: true });
    expect((await admin().get(`/api/keys/${key.id}`)).body).toEqual(cleared.body);
  });

  it('sets, moves and clears the expiry', async () => {
    const key = await create();
    for (const expiresAt of [4102444800000, 978_307_200_000]) {
      expect((await admin().put(`/api/keys/${key.id}`, { expiresAt })).body).toEqual({ ...key, expiresAt });
    }
    expect((await admin().put(`/api/keys/${key.id}`, { locked: true })).body).toEqual({
      ...key,
      locked: true,
      expiresAt: 978_307_200_000,
    });
    const cleared = await admin().put(`/api/keys/${key.id}`, { locked: false, expiresAt: 0 });
    expect(cleared.text).toBe(JSON.stringify(key));
    for (const expiresAt of [null, '1', -1, 0.5]) {
      const { status, body } = await admin().put(`/api/keys/${key.id}`, { expiresAt });
      expect([status, body]).toEqual([400, { msg: expect.stringContaining('expiresAt must be') }]);
    }
    expect((await admin().get(`/api/keys/${key.id}`)).text).toBe(JSON.stringify(key));
  });

  it('changes nothing with an empty body or none', async () => {
    const key = await create({ expiresAt: 4102444800000 });
    expect((await admin().put(`/api/keys/${key.id}`, {})).body).toEqual(key);
    expect((await admin().put(`/api/keys/${key.id}`)).body).toEqual(key);
  });

  it('answers 400 for an unknown key, a null and an unknown field', async () => {
    const key = await create();
    const unknown = await admin().put('/api/keys/999999', { disabled: true });
    expect([unknown.status, unknown.body]).toEqual([400, NOT_FOUND]);
    expect((await admin().put(`/api/keys/${key.id}`, { ip: null })).status).toBe(400);
    expect((await admin().put(`/api/keys/${key.id}`, { uuid: 'other' })).status).toBe(400);
  });
});

describe('a time in seconds', () => {
  const SECONDS = 1_767_225_600;
  const told = (field: string) => `${field} 1767225600 looks like seconds: send milliseconds, 1767225600000, for 2026-01-01T00:00:00.000Z.`; // oxfmt-ignore
  const key = { uid: 'u', pid: 1, expiresAt: SECONDS };
  const link = { name: 'in-seconds', url: 'https://example.com/', expiresAt: SECONDS };

  it.each<[string, string, unknown, string, string]>([
    ['POST', '/api/keys', key, '', 'expiresAt'],
    ['PUT', '/api/keys/1', { expiresAt: SECONDS }, '', 'expiresAt'],
    ['POST', '/api/keys/bulk', { ...key, count: 2 }, '', 'expiresAt'],
    ['POST', '/api/keys/bulk', { keys: [{ uid: 'u', pid: 1 }, key] }, 'keys[1]: ', 'expiresAt'],
    ['PUT', '/api/keys', { ids: [1], change: { expiresAt: SECONDS } }, 'change: ', 'expiresAt'],
    ['PUT', '/api/keys', { filter: { expiresBefore: SECONDS }, change: { status: true } }, 'filter: ', 'expiresBefore'],
    ['POST', '/api/api-keys', { name: 'n', scopes: ['check'], expiresAt: SECONDS }, '', 'expiresAt'],
    ['PUT', '/api/api-keys/1', { expiresAt: SECONDS }, '', 'expiresAt'],
    ['POST', '/api/link', link, '', 'expiresAt'],
    ['POST', '/api/links', link, '', 'expiresAt'],
    ['PUT', '/api/link/1', { expiresAt: SECONDS }, '', 'expiresAt'],
    ['POST', '/api/check/explain', { id: 1, at: SECONDS }, '', 'at'],
    ['GET', `/api/keys?expiresAfter=${SECONDS}`, undefined, '', 'expiresAfter'],
    ['GET', `/api/logs?from=${SECONDS}`, undefined, '', 'from'],
    ['GET', `/api/audit?to=${SECONDS}`, undefined, '', 'to'],
    ['GET', `/api/stats/checks?from=${SECONDS}`, undefined, '', 'from'],
  ])('is refused by %s %s with what to send instead: %j', async (method, path, body, where, field) => {
    const answer = await admin().send(method, path, { body });
    expect([answer.status, answer.body]).toEqual([400, { msg: where + told(field) }]);
  });
});

describe('DELETE /api/keys/{id}', () => {
  it('deletes the key with its logs and returns it as it last was', async () => {
    const key = await create();
    await admin().post(`/api/check/${key.id}`);
    const { lastSeen } = (await admin().get(`/api/keys/${key.id}`)).body;
    const deleted = await admin().delete(`/api/keys/${key.key}`);
    expect([deleted.status, deleted.body]).toEqual([200, { ...key, lastSeen }]);
    expect((await admin().get(`/api/keys/${key.id}`)).status).toBe(404);
    const logs = await admin().get(`/api/keys/${key.id}/logs`);
    expect([logs.status, logs.body]).toEqual([404, NOT_FOUND]);
    const again = await admin().delete(`/api/keys/${key.id}`);
    expect([again.status, again.body]).toEqual([400, NOT_FOUND]);
  });
});
