import { setTimeout } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { wordsOf } from '../../src/platform/search-index/words';
import { keylink } from '../support/command-line';
import { openBeside } from '../support/open-beside';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';

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

const rebuild = async () =>
  JSON.parse(
    (await keylink({ DATABASE_URL: scenario.database.url }, 'search', 'rebuild', '--json')).stdout
      .trim()
      .split('\n')
      .at(-1)!,
  ) as object;
const doctor = async () =>
  ((await admin().get('/api/doctor')).body.findings as { check: string; status: string; message: string }[]).find(
    ({ check }) => check === 'search',
  )!;
const idsOf = async (query: string) =>
  ((await admin().get(`/api/keys?${query}`)).body as { id: number }[]).map(({ id }) => id);

describe('the index of words', () => {
  it('is what a scan of the records says, after all that can change them', async () => {
    const { body: bulk } = await admin().post('/api/keys/bulk', { count: 20, uid: 'Blümel & Söhne', pid: 1, seats: 2 });
    const keys = bulk as { id: number; key: string }[];
    for (const [index, { key }] of keys.entries()) {
      await admin().post('/api/check', { id: key, device: 'a', deviceName: `Rechner ${index}` });
      if (index % 3 === 0) await admin().post('/api/check', { id: key, device: 'a', deviceName: 'Neuer Name' });
      if (index % 4 === 0) await admin().delete(`/api/keys/${keys[index].id}`);
      if (index % 5 === 1) await admin().delete(`/api/keys/${keys[index].id}/devices`);
      if (index % 7 === 1) await admin().put(`/api/keys/${keys[index].id}`, { seats: 0 });
    }
    await admin().post('/api/links', { name: unique('Scan'), url: 'https://scan.example/' });
    expect(await rebuild()).toMatchObject({ different: 0 });
    const records = (await dataSource.query('SELECT id, uuid FROM license_keys')) as { id: number; uuid: string }[];
    for (const q of ['blumel', 'sohne', 'rech', 'neuer']) {
      const devices = (await dataSource.query('SELECT key_id, name FROM devices')) as {
        key_id: number;
        name: string;
      }[];
      const texts = (id: number, uuid: string) => [
        uuid,
        ...devices.flatMap((each) => (each.key_id === id ? [each.name] : [])),
      ];
      const wanted = records.filter(({ id, uuid }) => [...wordsOf(texts(id, uuid))].some((word) => word.startsWith(q)));
      expect(await idsOf(`q=${q}`)).toEqual(wanted.map(({ id }) => id));
    }
    expect(await doctor()).toMatchObject({ status: 'ok' });
  });

  it('is made right by a rebuild, and the doctor sees whether it needs one', async () => {
    const { body } = await admin().post('/api/keys', { uid: 'Verlorene Wörter', pid: 1 });
    await dataSource.query('DELETE FROM search_words WHERE target = ? AND word = ?', [body.id, 'worter']);
    await dataSource.query("INSERT INTO search_words (kind, word, target, part) VALUES (1, 'waise', 999999, 0)");
    expect(await doctor()).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('keylink search rebuild'),
    });
    expect(await idsOf('q=worter')).toEqual([]);
    expect(await rebuild()).toMatchObject({ different: 2 });
    expect(await idsOf('q=worter')).toEqual([body.id]);
    expect(await dataSource.query("SELECT * FROM search_words WHERE word = 'waise'")).toEqual([]);
    expect(await doctor()).toMatchObject({ status: 'ok' });
  });

  it('is written for records that are older than it, by the service itself', async () => {
    const { body } = await admin().post('/api/keys', { uid: 'Altbestand', pid: 1 });
    await dataSource.query('DELETE FROM search_words');
    await dataSource.query('DELETE FROM search_progress');
    expect(await doctor()).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('still being written'),
    });
    const second = await Service.start({ DATABASE_URL: scenario.database.url });
    try {
      for (let found: number[] = []; found.length === 0;) {
        await setTimeout(50);
        found = await idsOf('q=altbestand');
      }
      expect(await idsOf('q=altbestand')).toEqual([body.id]);
    } finally {
      await second.stop('SIGINT');
    }
  }, 60_000);
});

describe('the order of a list', () => {
  const NOW = 1_767_225_600_000;
  const uid = 'ordnung';
  let ids: number[];

  beforeAll(async () => {
    ids = [];
    for (let index = 0; index < 12; index++) {
      // Some share their value, and some have none.
      const expiresAt = index % 4 === 0 ? 0 : NOW + 86_400_000 * (index % 3);
      const { body } = await admin().post('/api/keys', { uid: `${uid} ${index % 5}`, pid: 3, expiresAt });
      ids.push(body.id);
      await dataSource.query('UPDATE license_keys SET lastSeen = ?, lastSeenHour = ? WHERE id = ?', [
        index % 5 === 0 ? 0 : NOW + 3_600_000 * (index % 4),
        index % 5 === 0 ? null : NOW / 3_600_000 + (index % 4),
        body.id,
      ]);
    }
  });

  async function pages(query: string): Promise<number[]> {
    const all: number[] = [];
    for (let path: string | undefined = `/api/keys?${query}`; path !== undefined;) {
      const { body, headers, status } = await admin().get(path);
      expect(status).toBe(200);
      all.push(...(body as { id: number }[]).map(({ id }) => id));
      path = /<(.*)>/.exec(String(headers.link ?? ''))?.[1];
    }
    return all;
  }

  const index = (id: number) => ids.indexOf(id);
  const byId = (a: number, b: number) => a - b;
  const expiry = (id: number) => (index(id) % 4 === 0 ? Infinity : index(id) % 3);
  const hour = (id: number) => (index(id) % 5 === 0 ? -1 : index(id) % 4);
  const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);

  it.each<[string, (a: number, b: number) => number]>([
    ['oldest', byId],
    ['newest', (a, b) => b - a],
    ['expiresAt', (a, b) => compare(expiry(a), expiry(b)) || a - b],
    ['lastSeen', (a, b) => compare(hour(b), hour(a)) || b - a],
    ['uid', (a, b) => (index(a) % 5) - (index(b) % 5) || a - b],
  ])('is that by %s, on every page, however it is found', async (order, wanted) => {
    const sorted = ids.toSorted(wanted);
    for (const filter of ['pid=3', `q=${uid}`, 'q=ord&pid=3']) {
      for (const limit of [1, 5, 12, 100]) {
        expect([filter, limit, await pages(`${filter}&order=${order}&limit=${limit}`)]).toEqual([
          filter,
          limit,
          sorted,
        ]);
      }
      expect(await idsOf(`${filter}&order=${order}`)).toEqual(sorted);
    }
  });

  it('of all license keys begins and goes on as that of some', async () => {
    const all = await idsOf('order=expiresAt');
    expect(await pages('order=expiresAt&limit=5')).toEqual(all);
    expect(all.filter((id) => ids.includes(id))).toEqual(await idsOf('pid=3&order=expiresAt'));
  });

  it.each([
    'order=name',
    'order=uid&after=3',
    'order=newest&after=3&afterValue=x',
    'afterValue=1',
    'order=expiresAt&after=1&afterValue=x',
  ])('is refused as %s', async (query) => {
    expect((await admin().get(`/api/keys?${query}`)).status).toBe(400);
  });
});
