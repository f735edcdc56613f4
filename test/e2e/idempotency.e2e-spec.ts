import { createHash } from 'node:crypto';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario, unique } from '../support/scenario';

let scenario: Scenario;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('Idempotency-Key', () => {
  const headers = () => ({ headers: { 'idempotency-key': unique('order') } });

  it('creates one key for 12 simultaneous requests', async () => {
    const settings = headers();
    const uid = unique('user');
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => admin().post('/api/keys', { uid, pid: 1 }, settings)),
    );
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(11).fill(200), 201]);
    expect((await admin().get(`/api/keys?uid=${uid}`)).body).toHaveLength(1);
  });

  it('takes a request with its defaults spelled out for the same', async () => {
    const settings = headers();
    const first = await admin().post('/api/keys', { uid: 'same', pid: 1 }, settings);
    const second = await admin().post(
      '/api/keys',
      { pid: 1, uid: 'same', status: true, ip: '', expiresAt: 0 },
      settings,
    );
    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  it('refuses another body, and a key that is gone, with 409', async () => {
    const settings = headers();
    const { body } = await admin().post('/api/keys', { uid: 'first', pid: 1 }, settings);
    const other = await admin().post('/api/keys', { uid: 'second', pid: 1 }, settings);
    expect([other.status, other.body]).toEqual([409, { msg: expect.stringContaining('different body') }]);
    await admin().delete(`/api/keys/${body.id}`);
    const gone = await admin().post('/api/keys', { uid: 'first', pid: 1 }, settings);
    expect([gone.status, gone.body]).toEqual([409, { msg: expect.stringContaining('deleted') }]);
  });

  it('takes another expiry, and other seats, for another body', async () => {
    const settings = headers();
    const fields = { uid: 'expiring', pid: 1, expiresAt: 4102444800000 };
    const first = await admin().post('/api/keys', fields, settings);
    const second = await admin().post('/api/keys', fields, settings);
    expect([second.status, second.body]).toEqual([200, first.body]);
    for (const expiresAt of [4102444800001, 0, undefined]) {
      expect((await admin().post('/api/keys', { ...fields, expiresAt }, settings)).status).toBe(409);
    }
    for (const other of [{ seats: 1 }, { leaseSeconds: 60 }]) {
      expect((await admin().post('/api/keys', { ...fields, ...other }, settings)).status).toBe(409);
    }
  });

  it('knows a request again that came before an upgrade to a version with more fields', async () => {
    const { headers: sent } = headers();
    const { body: key } = await admin().post('/api/keys', { uid: 'old', pid: 1 });
    const meaning = '{"uuid":"old","product":1,"ip":"","status":true,"disabled":false,"locked":false}';
    await runSql(
      scenario.database,
      'INSERT INTO idempotency_keys (apiKeyId, value, bodyHash, resultId, createdAt) VALUES (1, ?, ?, ?, ?)',
      [sent['idempotency-key'], createHash('sha256').update(meaning).digest('hex'), key.id, Date.now()],
    );
    const repeated = await admin().post('/api/keys', { uid: 'old', pid: 1 }, { headers: sent });
    expect([repeated.status, repeated.body]).toEqual([200, key]);
  });

  it('keeps the values of one API key apart from those of another', async () => {
    const settings = headers();
    const { body: other } = await admin().post('/api/api-keys', { name: 'shop', scopes: ['keys:write'] });
    const first = await admin().post('/api/keys', { uid: 'same', pid: 1 }, settings);
    const second = await scenario.service.client(other.secret).post('/api/keys', { uid: 'same', pid: 1 }, settings);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('keeps license keys and links apart: one value stands for one of each', async () => {
    const settings = headers();
    const create = () =>
      Promise.all([
        admin().post('/api/keys', { uid: 'both', pid: 1 }, settings),
        admin().post('/api/links', { url: 'https://example.com/both' }, settings),
      ]);
    const first = await create();
    const again = await create();
    expect(first.map(({ status }) => status)).toEqual([201, 201]);
    expect(again.map(({ status, body }) => [status, body])).toEqual(first.map(({ body }) => [200, body]));
    const other = await admin().post('/api/links', { url: 'https://example.com/other' }, settings);
    expect([other.status, other.body]).toEqual([409, { msg: expect.stringContaining('different body') }]);
  });

  it.each(['', 'é', 'x'.repeat(256)])('refuses the value %j', async (value) => {
    const settings = { headers: { 'idempotency-key': Buffer.from(value).toString('latin1') } };
    const response = await admin().post('/api/keys', { uid: 'u', pid: 1 }, settings);
    expect([response.status, response.body]).toEqual([400, { msg: expect.stringContaining('Idempotency-Key') }]);
  });
});
