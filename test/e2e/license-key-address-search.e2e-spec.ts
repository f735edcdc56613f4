import { type Scenario, startScenario, unique } from '../support/scenario';

let scenario: Scenario;
const admin = () => scenario.admin;
const create = async (fields: object) => (await admin().post('/api/keys', { pid: 1, ...fields })).body;
const search = async (query: string): Promise<{ id: number }[]> => (await admin().get(`/api/keys?${query}`)).body;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('ip', () => {
  it('is the stored address or range in any spelling, not what lies in it', async () => {
    const uid = unique('addressed');
    const single = await create({ uid, ip: '2001:DB8::0:1' });
    const range = await create({ uid, ip: '192.0.2.0/24' });
    const free = await create({ uid });
    for (const ip of ['2001:db8::1', '2001:0DB8:0:0::0001', '2001:db8::1/128']) {
      expect(await search(`uid=${uid}&ip=${encodeURIComponent(ip)}`)).toEqual([single]);
    }
    for (const ip of ['192.0.2.0/24', '192.0.2.77/24', '::ffff:192.0.2.0/120']) {
      expect(await search(`uid=${uid}&ip=${encodeURIComponent(ip)}`)).toEqual([range]);
    }
    expect(await search(`uid=${uid}&ip=192.0.2.7`)).toEqual([]);
    expect(await search(`uid=${uid}&ip=`)).toEqual([free]);
  });

  it('finds a node-locked key by its pin', async () => {
    const uid = unique('pinned');
    const key = await create({ uid, locked: true });
    await admin().post(`/api/check/${key.id}`);
    expect(await search(`uid=${uid}&ip=127.0.0.1`)).toMatchObject([{ id: key.id }]);
    expect(await search(`uid=${uid}&ip=`)).toEqual([]);
  });
});
