import type { DataSource } from 'typeorm';
import { keylink } from '../support/command-line';
import { openBeside } from '../support/open-beside';
import { type Scenario, startScenario, unique } from '../support/scenario';

let scenario: Scenario;
let dataSource: DataSource;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario();
  dataSource = await openBeside(scenario.database);
});
afterAll(async () => {
  await dataSource.destroy();
  await scenario.close();
});

const createKey = async (uid: string, pid: number): Promise<number> =>
  (await admin().post('/api/keys', { uid, pid })).body.id as number;
const keys = async (q: string): Promise<number[]> =>
  ((await admin().get(`/api/keys?q=${encodeURIComponent(q)}`)).body as { id: number }[]).map(({ id }) => id);
const customers = async (q: string): Promise<string[]> =>
  ((await admin().get(`/api/customers?q=${encodeURIComponent(q)}`)).body as { uid: string }[]).map(({ uid }) => uid);

describe('what is known of customers and products', () => {
  it('finds a customer and her license keys, alone and together with the product', async () => {
    const [anna, other] = [unique('cus_'), unique('cus_')];
    await admin().post('/api/customers', {
      uid: anna,
      name: 'Anna Tänaka-Söderberg',
      email: 'a.tanaka@klangwerk.example',
      note: 'asked about order 10482',
      metadata: { invoice: 'RE-2026-0718' },
    });
    await admin().post('/api/products', { pid: 4711, name: 'Tonspur Studio' });
    await admin().post('/api/products', { pid: 4712, name: 'Tonspur Live' });
    const [studio, live] = [await createKey(anna, 4711), await createKey(anna, 4712)];
    const others = await createKey(other, 4711);
    for (const q of ['soderb', 'TÄNAKA', 'klangwerk', '10482', '0718', 'anna söderberg']) {
      expect([q, await customers(q)]).toEqual([q, [anna]]);
      expect([q, await keys(q)]).toEqual([q, [studio, live]]);
    }
    expect(await keys('tonspur')).toEqual([studio, live, others]);
    expect(await keys('tonspur anna')).toEqual([studio, live]);
    expect(await keys('tanaka studio')).toEqual([studio]);
    expect(await keys('tanaka sampler')).toEqual([]);
  });

  it('is found with and without letters that Unicode takes for letters of their own, and not by what stands for none', async () => {
    const [nordic, greek] = [unique('cus_'), unique('cus_')];
    await admin().post('/api/customers', { uid: nordic, name: 'Søren Ægir Łukasz Đặng', note: 'Œuvre bei 20° § 5' });
    await admin().post('/api/customers', { uid: greek, name: 'ΟΔΥΣΣΕΥΣ' });
    for (const q of ['soren', 'SØREN', 'aegir', 'lukasz', 'dang', 'oeuvre', 'œuvre']) {
      expect([q, await customers(q)]).toEqual([q, [nordic]]);
    }
    for (const q of ['οδυσ', 'Οδυσσευς', 'ΟΔΥΣΣΕΥΣ']) expect([q, await customers(q)]).toEqual([q, [greek]]);
    expect(await customers('undefined')).toEqual([]);
  });

  it('is as it is now: renamed, moved and gone', async () => {
    const [uid, newUid, name] = [unique('cus_'), unique('moved_'), `Vorher${unique('x').replaceAll('-', '')}`];
    await admin().post('/api/customers', { uid, name });
    const id = await createKey(uid, 4713);
    expect(await keys(name)).toEqual([id]);
    await admin().put(`/api/customers/${uid}`, { name: 'Nachherige', uid: newUid });
    expect([await keys(name), await customers(name)]).toEqual([[], []]);
    expect([await keys('nachherige'), await customers('nachher')]).toEqual([[id], [newUid]]);
    await admin().post('/api/products', { pid: 4713, name: 'Altname' });
    await admin().put('/api/products/4713', { name: 'Neuname' });
    expect([await keys('altname'), await keys('neuname')]).toEqual([[], [id]]);
    await admin().delete('/api/products/4713');
    await admin().delete(`/api/customers/${newUid}`);
    expect([await keys('neuname'), await keys('nachherige'), await customers('nachherige')]).toEqual([[], [], []]);
  });

  it('is of exactly the customer whom a key names, on every database', async () => {
    const uid = unique('Exakt');
    await admin().post('/api/customers', { uid, name: 'Genauigkeit' });
    await createKey(`${uid} `, 1);
    await createKey(uid.toUpperCase(), 1);
    const id = await createKey(uid, 1);
    expect(await keys('genauigkeit')).toEqual([id]);
  });

  it('has its words corrected by a rebuild, product 0 included', async () => {
    await admin().post('/api/products', { pid: 0, name: 'Nullprodukt' });
    const uid = unique('cus_');
    await admin().post('/api/customers', { uid, name: 'Wortlos' });
    await dataSource.query("DELETE FROM search_words WHERE word IN ('wortlos', 'nullprodukt')");
    expect([await customers('wortlos'), await keys('nullprodukt')]).toEqual([[], []]);
    const id = await createKey(uid, 0);
    const env = { DATABASE_URL: scenario.database.url };
    const { stdout } = await keylink(env, 'search', 'rebuild', '--json');
    expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).toMatchObject({ different: 2 });
    expect([await customers('wortlos'), await keys('nullprodukt')]).toEqual([[uid], [id]]);
  });

  it.each(['a'.repeat(10_000), 'a\nb', '1 2 3 4 5 6 7 8 9 10 11'])('is not looked for by %j', async (q) => {
    expect(await admin().get(`/api/customers?q=${encodeURIComponent(q)}`)).toMatchObject({
      status: 400,
      body: { msg: expect.stringMatching(/^q must be text of 1 to 200 characters/) },
    });
  });
});

describe('customers by uid', () => {
  it('are found exactly, several at a time, also together with words', async () => {
    const uids = ['von A', 'von A ', 'von a', 'von & B'];
    for (const uid of uids) await admin().post('/api/customers', { uid, name: uid === 'von & B' ? 'Genannt' : '' });
    const find = async (query: string) =>
      ((await admin().get(`/api/customers?${query}`)).body as { uid: string }[]).map(({ uid }) => uid);
    expect(await find('uid=von%20A')).toEqual(['von A']);
    expect(await find('uid=von%20%26%20B&uid=von%20a&uid=nobody&order=newest')).toEqual(['von & B', 'von a']);
    expect(await find('uid=von%20%26%20B&uid=von%20a&q=genannt')).toEqual(['von & B']);
    expect(await find('uid=nobody')).toEqual([]);
  });

  it.each(['uid=', 'uid=%00', `uid=${'x'.repeat(192)}`, Array(51).fill('uid=x').join('&')])(
    'are not looked for by %.40s',
    async (query) => {
      expect(await admin().get(`/api/customers?${query}`)).toMatchObject({
        status: 400,
        body: { msg: 'uid must be 1 to 191 characters, 50 times at most.' },
      });
    },
  );
});

describe('the order of customers', () => {
  /** Some share a name, and some have none. */
  const NAMES = ['Öner', 'Anna', '', 'anna', 'Anna', '', 'Zoe', 'Anna B'];
  const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  let created: { id: number; uid: string; name: string }[];

  beforeAll(async () => {
    created = [];
    for (const [index, name] of NAMES.entries()) {
      const uid = `reihe ${(index * 5) % 8}`;
      created.push({ ...(await admin().post('/api/customers', { uid, name, note: 'Reihenfolge' })).body, name });
    }
  });

  async function pages(query: string): Promise<number[]> {
    const all: number[] = [];
    for (let path: string | undefined = `/api/customers?${query}`; path !== undefined;) {
      const { body, headers, status } = await admin().get(path);
      expect(status).toBe(200);
      all.push(...(body as { id: number }[]).map(({ id }) => id));
      path = /<(.*)>/.exec(String(headers.link ?? ''))?.[1];
    }
    return all;
  }

  const nameless = (name: string) => Number(name === '');

  it.each<[string, (a: (typeof created)[0], b: (typeof created)[0]) => number]>([
    ['oldest', (a, b) => a.id - b.id],
    ['newest', (a, b) => b.id - a.id],
    ['uid', (a, b) => compare(a.uid, b.uid)],
    ['name', (a, b) => nameless(a.name) - nameless(b.name) || compare(a.name, b.name) || a.id - b.id],
  ])('is that by %s, on every page, searched for or not', async (order, by) => {
    const sorted = created.toSorted(by).map(({ id }) => id);
    const isHere = (id: number) => sorted.includes(id);
    for (const limit of [1, 3, 8, 100]) {
      expect([limit, await pages(`q=reihenf&order=${order}&limit=${limit}`)]).toEqual([limit, sorted]);
      const all = await pages(`order=${order}&limit=${limit}`);
      expect([limit, all.filter(isHere)]).toEqual([limit, sorted]);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it.each(['order=visits', 'order=uid&after=3', 'order=newest&after=3&afterValue=x', 'afterValue=1'])(
    'is refused as %s',
    async (query) => {
      expect((await admin().get(`/api/customers?${query}`)).status).toBe(400);
    },
  );
});
