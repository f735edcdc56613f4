import { type Scenario, startScenario, unique } from '../support/scenario';

let scenario: Scenario;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

const createKey = async () => (await admin().post('/api/keys', { uid: unique('user'), pid: 1 })).body;

describe('GET /api/keys/{id}/logs', () => {
  it('lists the 100 most recent, newest first, and leads to the others', async () => {
    const key = await createKey();
    for (let index = 0; index < 130; index++) await admin().post(`/api/check/${key.id}`, { info: String(index) });
    const details = (body: { details: string }[]) => body.map((log) => Number(log.details));
    const recent = await admin().get(`/api/keys/${key.key}/logs`);
    expect(details(recent.body)).toEqual(Array.from({ length: 100 }, (_, index) => 129 - index));

    const [, next] = /^<(.+)>; rel="next"$/.exec(String(recent.headers.link)) ?? [];
    const older = await admin().get(next);
    expect(details(older.body)).toEqual(Array.from({ length: 30 }, (_, index) => 29 - index));
    expect(older.headers.link).toBeUndefined();

    const few = await admin().get(`/api/keys/${key.id}/logs?limit=3&before=${recent.body[0].id}`);
    expect(details(few.body)).toEqual([128, 127, 126]);
    expect((await admin().get(`/api/keys/${key.id}/logs?limit=1000`)).body).toHaveLength(130);
  });

  it('says which product and device asked, and nothing of either where there is none, however checks are mixed', async () => {
    const plain = await createKey();
    const seated = (await admin().post('/api/keys', { uid: unique('user'), pid: 6, seats: 1 })).body;
    const check = (id: number, more: object = {}) => admin().post('/api/check', { id, ...more });
    await check(seated.id, { device: 'first' });
    const rounds = Array.from({ length: 12 }, () => [
      check(plain.id),
      check(plain.id, { pid: 1 }),
      check(plain.id, { pid: 2, device: 'nobody counts it' }),
      check(seated.id, { device: 'first' }),
      check(seated.id, { pid: 6, device: 'second' }),
    ]);
    await Promise.all(rounds.flat());
    await admin().post('/api/check/multiple', { id: seated.id, proIds: [9, 6], device: 'first' });
    await admin().post('/api/check/multiple', { id: seated.id, proIds: [9, 8], device: 'first' });
    await admin().put(`/api/keys/${seated.id}`, { disabled: true });
    await check(seated.id, { device: 'second' });
    await check(seated.id, { device: 'third' });
    type Log = { status: string; product?: number; device?: number };
    const logsOf = async (id: number) => (await admin().get(`/api/keys/${id}/logs`)).body as Log[];
    const described = ({ status, product, device }: Log) => `${status} ${product} ${device}`;
    const counts = (logs: Log[]) => {
      const all = logs.map(described);
      return [...new Set(all)].map((each) => `${all.filter((other) => other === each).length} ${each}`);
    };
    expect(counts(await logsOf(plain.id)).toSorted()).toEqual([
      '12 AUTHORISED 1 undefined',
      '12 AUTHORISED undefined undefined',
      '12 INVALID PRODUCT 2 undefined',
    ]);
    expect(Object.keys((await logsOf(plain.id)).find(({ product }) => product === undefined)!)).not.toContain(
      'product',
    );
    const logs = await logsOf(seated.id);
    expect(logs.slice(0, 4).map(described)).toEqual([
      'KEY DISABLED undefined undefined',
      'KEY DISABLED undefined 2',
      'INVALID PRODUCT 9 1',
      'AUTHORISED 6 1',
    ]);
    expect(counts(logs.slice(4)).toSorted()).toEqual(['12 NO SEAT 6 2', '13 AUTHORISED undefined 1']);
    const ofDevice = await admin().get(`/api/logs?key=${seated.id}&device=2&limit=1000`);
    expect(counts(ofDevice.body)).toEqual(['1 KEY DISABLED undefined 2', '12 NO SEAT 6 2']);
    const without = await admin().get('/api/logs?device=2');
    expect([without.status, without.body]).toEqual([
      400,
      { msg: 'device needs key: each license key numbers its own devices.' },
    ]);
  });

  it('tells an unknown key from one without logs', async () => {
    const key = await createKey();
    const none = await admin().get(`/api/keys/${key.id}/logs`);
    expect([none.status, none.body]).toEqual([404, { msg: 'No logs were found for this license key.' }]);
    const unknown = await admin().get('/api/keys/999999/logs');
    expect([unknown.status, unknown.body]).toEqual([404, { msg: 'The specified license key was not found.' }]);
  });

  it.each(['limit=0', 'limit=1001', 'limit=ten', 'before=x', 'after=1'])('refuses ?%s', async (query) => {
    const key = await createKey();
    expect((await admin().get(`/api/keys/${key.id}/logs?${query}`)).status).toBe(400);
  });
});
