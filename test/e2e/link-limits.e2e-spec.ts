import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';

const TARGET = 'https://example.com/offer';
const GONE = { msg: expect.stringContaining('gone') };

let scenario: Scenario;
/** A second instance on the same database. */
let other: Service;
const admin = () => scenario.admin;
const create = async (fields: object = {}) =>
  (await admin().post('/api/link', { name: unique('link'), url: TARGET, ...fields })).body;
const get = async (name: string) => (await admin().get(`/api/link/${name}`)).body;
const visitors = () => [scenario.service.client(null), other.client(null)];
const statusesOf = (responses: { status: number }[], status: number) =>
  responses.filter((response) => response.status === status).length;

/** Visits from both instances at once, in the order of the names. */
function visitAll(names: string[]) {
  const clients = visitors();
  return Promise.all(names.map((name, index) => clients[index % 2].get(`/${name}`)));
}

beforeAll(async () => {
  scenario = await startScenario();
  other = await Service.start({ DATABASE_URL: scenario.database.url });
});
afterAll(async () => {
  await other.stop();
  await scenario.close();
});

describe('a link with an expiry', () => {
  it('shows it after the documented fields, and only when it is set', async () => {
    const expiresAt = Date.now() + 60_000;
    expect(Object.keys(await create({ expiresAt, maxVisits: 7 })).slice(6)).toEqual([
      'createdAt',
      'expiresAt',
      'maxVisits',
    ]);
    const link = await create({ expiresAt });
    expect(link).toEqual({ ...(await get(link.name)), expiresAt });
    expect(link).not.toHaveProperty('maxVisits');
    expect(Object.keys(await create({ expiresAt: 0 })).at(-1)).toBe('createdAt');
    expect((await create({ expiresAt: '2100-01-01' })).expiresAt).toBe(Date.UTC(2100, 0));
  });

  it('leads to its url until then, and nowhere from then on, uncounted', async () => {
    const expiresAt = Date.now() + 700;
    const link = await create({ expiresAt });
    const [visitor] = visitors();
    let followed = 0;
    for (;;) {
      const sentAt = Date.now();
      const { status, body } = await visitor.get(`/${link.name}`);
      if (status === 302) {
        expect(sentAt).toBeLessThan(expiresAt);
        followed++;
        continue;
      }
      expect([status, body]).toEqual([410, GONE]);
      expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
      break;
    }
    expect(followed).toBeGreaterThan(0);
    expect((await get(link.name)).count).toBe(followed);
  });

  it('answers HEAD as GET, and lets no cache keep the end', async () => {
    const link = await create({ expiresAt: 1_000_000_000_000 });
    const [visitor] = visitors();
    const [head, response] = [await visitor.head(`/${link.name}`), await visitor.get(`/${link.name}`)];
    expect([head.status, response.status]).toEqual([410, 410]);
    expect(response.headers).toMatchObject({ 'cache-control': 'private, max-age=0' });
    expect(response.headers.location).toBeUndefined();
    expect((await get(link.name)).count).toBe(0);
  });
});

describe('a link with a number of visits', () => {
  it('lets exactly that many of 200 simultaneous visits through, over two instances', async () => {
    const link = await create({ maxVisits: 10 });
    const responses = await visitAll(Array<string>(200).fill(link.name));
    expect([statusesOf(responses, 302), statusesOf(responses, 410)]).toEqual([10, 190]);
    expect((await get(link.name)).count).toBe(10);
    const [visitor] = visitors();
    expect((await visitor.get(`/${link.name}`)).body).toEqual(GONE);
    expect((await visitor.head(`/${link.name}`)).status).toBe(410);
    expect((await get(link.name)).count).toBe(10);
  });

  it('does not count a HEAD request, and does not tell it the target', async () => {
    const link = await create({ maxVisits: 1 });
    const [visitor] = visitors();
    for (let index = 0; index < 3; index++) {
      const { status, headers } = await visitor.head(`/${link.name}`);
      expect([status, headers.location]).toEqual([200, undefined]);
    }
    expect((await visitor.get(`/${link.name}`)).status).toBe(302);
    expect((await visitor.head(`/${link.name}`)).status).toBe(410);
  });

  it('is exact among many others, limited and unlimited, visited at the same moment', async () => {
    const limited = await Promise.all(Array.from({ length: 12 }, (_, index) => create({ maxVisits: 3 + index })));
    const unlimited = await Promise.all(Array.from({ length: 12 }, () => create()));
    const names = [...limited, ...unlimited].map(({ name }) => name as string);
    // Back and forth, so that neighbouring batches meet the same links in different orders.
    const visits = Array.from({ length: 20 }, (_, round) => (round % 2 ? names : names.toReversed())).flat();
    const responses = await visitAll([...visits, ...Array<string>(50).fill('unknown')]);
    expect(statusesOf(responses, 404)).toBe(50);
    for (const { name, maxVisits } of limited) {
      const answers = responses.slice(0, visits.length).filter((_, index) => visits[index] === name);
      expect([name, statusesOf(answers, 302), statusesOf(answers, 410)]).toEqual([name, maxVisits, 20 - maxVisits]);
      expect((await get(name)).count).toBe(maxVisits);
    }
    for (const { name } of unlimited) expect((await get(name)).count).toBe(20);
  });

  it('is exact when the limit is set while visits are under way', async () => {
    for (let round = 0; round < 4; round++) {
      const link = await create();
      const visits = visitAll(Array<string>(300).fill(link.name));
      const { body } = await admin().put(`/api/link/${link.id}`, { maxVisits: 100 });
      const followed = statusesOf(await visits, 302);
      const { count } = await get(link.name);
      // Those that were through before the limit stood stay so.
      expect([count, followed]).toEqual([followed, Math.max(100, body.count)]);
    }
  });

  it('is gone at once when its limit is set to its count, and goes on when it is raised or cleared', async () => {
    const link = await create();
    const [visitor] = visitors();
    const visit = async () => (await visitor.get(`/${link.name}`)).status;
    expect([await visit(), await visit()]).toEqual([302, 302]);
    await admin().put(`/api/link/${link.id}`, { maxVisits: 2 });
    expect(await visit()).toBe(410);
    await admin().put(`/api/link/${link.id}`, { maxVisits: 3 });
    expect([await visit(), await visit()]).toEqual([302, 410]);
    const cleared = await admin().put(`/api/link/${link.id}`, { maxVisits: 0 });
    expect(cleared.body).toEqual({ ...link, count: 3 });
    expect(await visit()).toBe(302);
  });
});

describe('limits that can not be', () => {
  it.each([
    ['an expiry as text', { expiresAt: '1798761600000' }, 'expiresAt must'],
    ['a fractional expiry', { expiresAt: 0.5 }, 'expiresAt must'],
    ['a negative expiry', { expiresAt: -1 }, 'expiresAt must'],
    ['an expiry past 2^53-1', { expiresAt: 2 ** 53 }, 'expiresAt must'],
    ['no expiry as null', { expiresAt: null }, 'expiresAt must'],
    ['no visits at all', { maxVisits: 0 }, 'maxVisits must'],
    ['a negative number of visits', { maxVisits: -1 }, 'maxVisits must'],
    ['a number of visits as text', { maxVisits: '10' }, 'maxVisits must'],
    ['half a visit', { maxVisits: 0.5 }, 'maxVisits must'],
    ['visits past 2^53-1', { maxVisits: 2 ** 53 }, 'maxVisits must'],
    ['no visits as null', { maxVisits: null }, 'maxVisits must'],
  ])('are refused: %s', async (_, fields, message) => {
    for (const path of ['/api/link', '/api/links']) {
      const { status, body } = await admin().post(path, { name: unique('refused'), url: TARGET, ...fields });
      expect([status, body]).toEqual([400, { msg: expect.stringContaining(message) }]);
    }
  });
});
