import { type Scenario, startScenario, unique } from '../support/scenario';

let scenario: Scenario;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('GET /api/keys', () => {
  it('lists every key by ascending id, filters, and pages', async () => {
    const uid = unique('lister');
    const keys = [];
    for (const pid of [5, 6, 5]) keys.push((await admin().post('/api/keys', { uid, pid, disabled: pid === 6 })).body);
    const all = (await admin().get('/api/keys')).body;
    const ids = all.map(({ id }: { id: number }) => id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
    expect(all).toEqual(expect.arrayContaining(keys));

    expect((await admin().get(`/api/keys?uid=${uid}`)).body).toEqual(keys);
    expect((await admin().get(`/api/keys?uid=${uid}%20`)).body).toEqual([]);
    expect((await admin().get(`/api/keys?uid=${uid}&pid=5`)).body).toEqual([keys[0], keys[2]]);
    expect((await admin().get(`/api/keys?uid=${uid}&disabled=true`)).body).toEqual([keys[1]]);
    expect((await admin().get(`/api/keys?uid=${uid}&status=false`)).body).toEqual([]);
    expect((await admin().get(`/api/keys?uid=${uid}&after=${keys[0].id}`)).body).toEqual(keys.slice(1));

    const seen = [];
    let path: string | undefined = `/api/keys?uid=${uid}&limit=2`;
    while (path) {
      const page = await admin().get(path);
      seen.push(page.body);
      path = /^<(.+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual([keys.slice(0, 2), keys.slice(2)]);
  });

  it.each([
    'limit=0',
    'limit=1001',
    'limit=x',
    'limit=1&limit=2',
    'pid=1.5',
    'status=1',
    'after=-1',
    'uuid=u',
    'constructor=1',
    '__proto__=1',
  ])('refuses ?%s', async (query) => {
    const { status, body } = await admin().get(`/api/keys?${query}`);
    expect([status, body]).toEqual([400, { msg: expect.any(String) }]);
  });
});
