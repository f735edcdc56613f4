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
    const second = await admin().post('/api/keys', { pid: 1, uid: 'same', status: true, ip: '' }, settings);
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

  it('keeps the values of one API key apart from those of another', async () => {
    const settings = headers();
    const { body: other } = await admin().post('/api/api-keys', { name: 'shop', scopes: ['keys:write'] });
    const first = await admin().post('/api/keys', { uid: 'same', pid: 1 }, settings);
    const second = await scenario.service.client(other.secret).post('/api/keys', { uid: 'same', pid: 1 }, settings);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it.each(['', 'é', 'x'.repeat(256)])('refuses the value %j', async (value) => {
    const settings = { headers: { 'idempotency-key': Buffer.from(value).toString('latin1') } };
    const response = await admin().post('/api/keys', { uid: 'u', pid: 1 }, settings);
    expect([response.status, response.body]).toEqual([400, { msg: expect.stringContaining('Idempotency-Key') }]);
  });
});
