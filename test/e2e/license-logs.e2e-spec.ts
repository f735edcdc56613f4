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
