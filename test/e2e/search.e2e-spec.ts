import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { openBeside } from '../support/open-beside';
import { type Scenario, startScenario, unique } from '../support/scenario';

let scenario: Scenario;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

const create = async (fields: object = {}): Promise<{ id: number; key: string }> =>
  (await admin().post('/api/keys', { uid: unique('user'), pid: 1, ...fields })).body;
const find = async (what: string, q: string, more = ''): Promise<number[]> => {
  const { status, body } = await admin().get(`/api/${what}?q=${encodeURIComponent(q)}${more}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return (body as { id: number }[]).map(({ id }) => id);
};
const keys = (q: string, more?: string) => find('keys', q, more);
const links = (q: string, more?: string) => find('links', q, more);

describe('the words of license keys', () => {
  it('find them by their beginnings, in any case and without accents, and narrow each other', async () => {
    const anna = await create({ uid: 'Anna.Tanaka@klangwerkstatt-brandenburg.example' });
    const hanna = await create({ uid: 'hanna_müller@klangwerkstatt-brandenburg.example' });
    for (const q of ['tanaka', 'TANA', 'anna.tanaka@klang', 'brandenburg anna'])
      expect(await keys(q)).toEqual([anna.id]);
    for (const q of ['Müller', 'muller', 'MÜLL hanna']) expect(await keys(q)).toEqual([hanna.id]);
    expect(await keys('klangwerkstatt brandenburg')).toEqual([anna.id, hanna.id]);
    for (const q of ['anaka', 'tanaka muller', 'tanakas']) expect(await keys(q)).toEqual([]);
  });

  it('of any script', async () => {
    const { id } = await create({ uid: 'Танака Студия' });
    for (const q of ['танака', 'СТУДИЯ тан']) expect(await keys(q)).toEqual([id]);
  });

  it('include the beginning and the end of the key, its record id, and the address that it is bound to', async () => {
    const { id, key } = await create({ ip: '203.0.113.77' });
    for (const q of [
      key,
      key.toUpperCase(),
      key.replaceAll('-', ''),
      key.slice(0, 8),
      key.slice(-6),
      key.slice(-15),
      '203.0.113.77',
    ]) {
      expect(await keys(q)).toEqual([id]);
    }
    expect(await keys(String(id))).toContain(id);
    expect(await keys(key.slice(-3))).not.toContain(id);
  });

  it('include the names of devices, as they are now', async () => {
    const { id, key } = await create({ seats: 2 });
    const check = (device: string, deviceName: string) => admin().post('/api/check', { id: key, device, deviceName });
    await check('a', 'Tower Uno');
    await check('b', 'Laptop Due');
    expect(await keys('uno')).toEqual([id]);
    expect(await keys('tower laptop')).toEqual([id]);
    await check('a', 'Tower Tre');
    expect(await keys('uno')).toEqual([]);
    expect(await keys('tre')).toEqual([id]);
    await admin().put(`/api/keys/${id}`, { seats: 0 });
    expect(await keys('tower')).toEqual([]);
  });

  it('go with their key', async () => {
    const { id, key } = await create({ uid: 'gone tomorrow', seats: 1 });
    await admin().post('/api/check', { id: key, device: 'a', deviceName: 'gone machine' });
    expect(await keys('gone')).toEqual([id]);
    await admin().delete(`/api/keys/${id}`);
    expect(await keys('gone')).toEqual([]);
    const dataSource = await openBeside(scenario.database);
    try {
      expect(await dataSource.query('SELECT * FROM search_words WHERE target = ? AND kind < 3', [id])).toEqual([]);
    } finally {
      await dataSource.destroy();
    }
  });

  it('come with bulk creations and imports too, and combine with filters', async () => {
    const uid = unique('sammelkunde');
    const { body } = await admin().post('/api/keys/bulk', { count: 5, uid, pid: 7 });
    await admin().post('/api/keys/import', `uid,pid,key\n${uid},8,IMPORTED-${uid}\n`, {
      headers: { 'content-type': 'text/csv' },
    });
    const all = await keys(uid);
    expect(all).toHaveLength(6);
    expect(await keys(`imported-${uid}`)).toEqual([all[5]]);
    expect(await keys(uid, '&pid=7')).toEqual(body.map((key: { id: number }) => key.id));
  });

  it('choose the keys of a bulk change', async () => {
    const uid = unique('massenkunde');
    await admin().post('/api/keys/bulk', { count: 3, uid, pid: 1 });
    const other = await create();
    const change = { filter: { q: uid }, change: { disabled: true } };
    expect((await admin().put('/api/keys', { ...change, preview: true })).body).toMatchObject({ matched: 3 });
    const { body: begun } = await admin().put('/api/keys', change);
    for (let state = ''; state !== 'done'; await sleep(50)) {
      ({ state } = (await admin().get(`/api/keys/bulk/${begun.id}`)).body as { state: string });
    }
    expect(await keys(uid, '&disabled=true')).toHaveLength(3);
    expect((await admin().get(`/api/keys/${other.id}`)).body).toMatchObject({ disabled: false });
  });
});

describe('the words of links', () => {
  it('are those of the name and of the host', async () => {
    const name = unique('Spring-Sale');
    const { body } = await admin().post('/api/links', { name, url: 'https://shop.klangwerkstatt.example/cart?x=utm' });
    for (const q of ['sale spring', 'KLANG', name]) expect(await links(q)).toEqual([body.id]);
    expect(await links('utm')).toEqual([]);
    await admin().put(`/api/link/${body.id}`, { url: 'https://other.example/' });
    expect(await links('klang')).toEqual([]);
    expect(await links('other')).toEqual([body.id]);
    await admin().delete(`/api/link/${body.id}`);
    expect(await links('other')).toEqual([]);
  });
});

describe('checks', () => {
  const statuses = async (q: string, more = ''): Promise<{ key: number; status: string }[]> =>
    (await admin().get(`/api/logs?q=${encodeURIComponent(q)}${more}`)).body;

  it('are found by the words of their license keys, newest first, page by page', async () => {
    const uid = unique('prüfkunde');
    const { body } = await admin().post('/api/keys/bulk', { count: 3, uid, pid: 1 });
    const [first, second, third] = body as { id: number; key: string }[];
    for (const { key } of [first, second, first, third]) await admin().post('/api/check', { id: key });
    expect((await statuses('prufkunde')).map(({ key }) => key)).toEqual([third.id, first.id, second.id, first.id]);
    expect(await statuses('prufkunde', '&pass=false')).toEqual([]);
    const page = await admin().get('/api/logs?q=prufkunde&limit=2');
    const [, next] = /<(.*)>/.exec(String(page.headers.link))!;
    expect((await admin().get(next)).body.map(({ key }: { key: number }) => key)).toEqual([second.id, first.id]);
  });

  it('are not found by license keys that the caller may not see', async () => {
    const { secret } = await createApiKey(admin(), ['logs:read']);
    expect(await scenario.service.client(secret).get('/api/logs?q=x')).toMatchObject({
      status: 403,
      body: { msg: expect.stringContaining('keys:read') },
    });
  });
});

describe('a search of nothing', () => {
  it('takes no character for a wildcard, and none for SQL', async () => {
    for (const q of ['a%', '_a', '* OR 1=1']) for (const what of ['keys', 'links', 'logs']) await find(what, q);
  });

  it.each(['%', '_', '…!?', '"', "'", '\\', '- -', '\u0301'])(
    'is refused with %j alone, which is no word',
    async (q) => {
      for (const what of ['keys', 'links', 'logs', 'customers', 'plans', 'releases']) {
        const { status, body } = await admin().get(`/api/${what}?q=${encodeURIComponent(q)}`);
        expect([status, body.msg]).toEqual([
          400,
          'q must have a letter or a digit: other characters are not searched for.',
        ]);
      }
    },
  );

  it.each([
    ['10,000 characters', 'x'.repeat(10_000)],
    ['eleven words', 'a b c d e f g h i j k'],
    ['control characters', 'a\u0000b'],
    ['no character', ''],
  ])('is refused with %s', async (_, q) => {
    for (const what of ['keys', 'links', 'logs']) {
      const { status, body } = await admin().get(`/api/${what}?q=${encodeURIComponent(q)}`);
      expect([status, body.msg]).toEqual([
        400,
        'q must be text of 1 to 200 characters, with at most 10 words and without control characters.',
      ]);
    }
  });
});
