import { openDatabase } from '../../src/platform/database/data-source';
import { databaseOptions } from '../../src/schema';
import { parseDatabaseUrl } from '../../src/platform/settings/database-url';
import type { ApiClient, ApiResponse } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';

const RANDOM = /^[34679bcdfghjkmnpqrstvwxyz]{8}$/;
const URL_A = 'https://example.com/a';
const URL_B = 'https://example.com/b';

let scenario: Scenario;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario({ PUBLIC_URL: 'https://go.example.net' });
});
afterAll(() => scenario.close());

/** Tries again what was answered 503: many creations at once take their time on a busy machine. */
async function createPatiently(): Promise<ApiResponse> {
  for (;;) {
    const response = await admin().post('/api/links', { url: URL_A });
    if (response.status !== 503) return response;
  }
}

describe('POST /api/links without a name', () => {
  it('creates a link under a random one, which works', async () => {
    const { status, body } = await admin().post('/api/links', {
      url: URL_A,
      expiresAt: 9_000_000_000_000,
      maxVisits: 1,
    });
    expect(status).toBe(201);
    expect(Object.entries(body)).toEqual([
      ['id', expect.any(Number)],
      ['name', expect.stringMatching(RANDOM)],
      ['url', URL_A],
      ['count', 0],
      ['creator', 'bootstrap'],
      ['creatorID', '1'],
      ['createdAt', expect.stringMatching(/^\d{13}$/)],
      ['expiresAt', 9_000_000_000_000],
      ['maxVisits', 1],
    ]);
    const visitor = scenario.service.client(null);
    expect((await visitor.get(`/${body.name.toUpperCase()}`)).headers.location).toBe(URL_A);
    expect((await visitor.get(`/${body.name}`)).status).toBe(410);
    expect((await admin().get(`/api/audit?targetType=link&targetId=${body.id}`)).body).toEqual([
      expect.objectContaining({ action: 'create', before: null, after: body }),
    ]);
  });

  it('makes a link of its own for each of 200 simultaneous requests', async () => {
    const responses = await Promise.all(Array.from({ length: 200 }, () => createPatiently()));
    expect(responses.map(({ status }) => status)).toEqual(Array(200).fill(201));
    const names = new Set(responses.map(({ body }) => body.name as string));
    expect(names.size).toBe(200);
    expect([...names].filter((name) => !RANDOM.test(name))).toEqual([]);
  });

  it.each([
    ['no body', undefined, 'url is required'],
    ['no url', {}, 'url is required'],
    ['an empty url', { url: '' }, 'url is required'],
    ['a short address', { url: 'https://go.example.net/another' }, "service's own"],
    ['an unknown field', { url: URL_A, count: 7 }, '"count" is not a field'],
  ])('refuses %s', async (_, body, message) => {
    const response = await admin().post('/api/links', body);
    expect([response.status, response.body]).toEqual([400, { msg: expect.stringContaining(message) }]);
  });
});

describe('POST /api/links with a name', () => {
  it.each(['', '.hidden', 'a b', 'api', 'x'.repeat(129)])('refuses the name %j', async (name) => {
    const response = await admin().post('/api/links', { name, url: URL_A });
    expect([response.status, response.body]).toEqual([400, { msg: expect.stringContaining('name') }]);
  });

  it.each(['/api/links', '/api/link'])(
    '%s returns a link that is there already, and refuses what differs',
    async (path) => {
      const asked = { name: unique('Named'), url: URL_A, expiresAt: 9_000_000_000_000, maxVisits: 5 };
      const first = await admin().post(path, asked);
      expect(first.status).toBe(path === '/api/links' ? 201 : 200);
      for (const same of [asked, { name: asked.name.toLowerCase(), url: URL_A }, { ...asked, maxVisits: undefined }]) {
        const again = await admin().post(path, same);
        expect([again.status, again.body]).toEqual([200, first.body]);
      }
      for (const [difference, message] of [
        [{ url: URL_B }, 'another URL'],
        [{ expiresAt: 9_000_000_000_001 }, 'another expiresAt'],
        [{ expiresAt: 0 }, 'another expiresAt'],
        [{ maxVisits: 6 }, 'another maxVisits'],
      ] as const) {
        const other = await admin().post(path, { ...asked, ...difference });
        expect([other.status, other.body]).toEqual([409, { msg: expect.stringContaining(message) }]);
      }
      expect((await admin().get(`/api/link/${asked.name}`)).body).toEqual(first.body);
    },
  );

  it('never takes a name for taken that is free again', async () => {
    const name = unique('fleeting');
    const clients = Array.from({ length: 24 }, () => scenario.service.client());
    const refused: unknown[] = [];
    const createAndDelete = async (client: ApiClient) => {
      for (let round = 0; round < 6; round++) {
        const { status, body } = await client.post('/api/links', { name, url: URL_A });
        if (status === 409) refused.push(body);
        else if (status < 300) await client.delete(`/api/link/${body.id}`);
      }
    };
    await Promise.all(clients.map(createAndDelete));
    expect(refused).toEqual([]);
  });
});

describe('POST /api/links with an Idempotency-Key', () => {
  const headers = () => ({ headers: { 'idempotency-key': unique('order') } });

  it('creates one link for 12 simultaneous requests, and for later ones', async () => {
    const settings = headers();
    const url = `${URL_A}/${unique('once')}`;
    const send = () => admin().post('/api/links', { url }, settings);
    const responses = [...(await Promise.all(Array.from({ length: 12 }, send))), await send()];
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(12).fill(200), 201]);
    expect(new Set(responses.map(({ body }) => body.name)).size).toBe(1);
    expect((await admin().get(`/api/links?url=${encodeURIComponent(url)}`)).body).toEqual([responses[0].body]);
  });

  it('refuses another body, and a link that is gone', async () => {
    const settings = headers();
    const { body: link } = await admin().post('/api/links', { url: URL_A }, settings);
    for (const body of [{ url: URL_B }, { url: URL_A, maxVisits: 1 }, { url: URL_A, name: link.name }]) {
      const other = await admin().post('/api/links', body, settings);
      expect([other.status, other.body]).toEqual([409, { msg: expect.stringContaining('different body') }]);
    }
    expect((await admin().post('/api/links', { url: URL_A, expiresAt: 0 }, settings)).body).toEqual(link);
    await admin().delete(`/api/link/${link.id}`);
    const gone = await admin().post('/api/links', { url: URL_A }, settings);
    expect([gone.status, gone.body]).toEqual([409, { msg: expect.stringContaining('deleted') }]);
  });

  it('returns the link of the name that came before', async () => {
    const settings = headers();
    const body = { name: unique('named'), url: URL_A };
    const first = await admin().post('/api/links', body, settings);
    const second = await admin().post('/api/links', body, settings);
    expect([first.status, second.status, second.body]).toEqual([201, 200, first.body]);
  });
});

async function insertLinks(count: number, nameOf: (index: number) => string): Promise<void> {
  const dataSource = await openDatabase(databaseOptions(parseDatabaseUrl(scenario.database.url)));
  try {
    const row = "(?, ?, ?, '', 0, '', '', 0)";
    await dataSource.query(
      `INSERT INTO links (name, name_key, url, url_hash, \`count\`, creator, creatorID, createdAt)
       VALUES ${Array(count).fill(row).join(', ')}`,
      Array.from({ length: count }, (_, index) => [nameOf(index), nameOf(index), URL_B]).flat(),
    );
  } finally {
    await dataSource.destroy();
  }
}

it('a link that had its name before that was reserved goes on working until it is deleted', async () => {
  await insertLinks(1, () => 'status');
  const { body: link } = await admin().get('/api/link/status');
  const visit = () => scenario.service.client(null).get('/Status');
  expect([(await visit()).status, link.url]).toEqual([302, URL_B]);
  const again = await admin().post('/api/links', { name: 'status', url: URL_B });
  expect([again.status, again.body]).toEqual([200, { ...link, count: 1 }]);
  expect((await admin().post('/api/links', { name: 'status', url: URL_A })).status).toBe(409);
  await admin().delete(`/api/link/${link.id}`);
  expect((await visit()).status).toBe(404);
  expect((await admin().post('/api/links', { name: 'status', url: URL_B })).status).toBe(400);
});

describe('GET /api/links', () => {
  const list = async (query: string) => (await admin().get(`/api/links?${query}`)).body;

  it('lists every link by ascending id, filters, and pages', async () => {
    const { id, secret } = await createApiKey(admin(), ['links:write'], { name: 'lister ' });
    const lister = scenario.service.client(secret);
    const links = [];
    for (const [name, url] of [
      ['Prefix_one', URL_A],
      ['prefix_two', `${URL_A}#x`],
      ['PREFIX_TWO.2', URL_A],
      ['prefix', URL_A],
    ]) {
      links.push((await lister.post('/api/links', { name, url, maxVisits: 9 })).body);
    }
    const { body: lookalike } = await admin().post('/api/links', { name: 'prefixXtwo', url: URL_B });
    const all = await list('');
    const ids = all.map((link: { id: number }) => link.id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
    expect(all).toEqual(expect.arrayContaining([...links, lookalike]));
    expect(links[0].creatorID).toBe(String(id));

    expect(await list('namePrefix=prefix_')).toEqual(links.slice(0, 3));
    expect(await list('namePrefix=PREFIX_T')).toEqual(links.slice(1, 3));
    expect(await list('namePrefix=prefix')).toEqual([...links, lookalike]);
    expect(await list('namePrefix=.')).toEqual([]);
    expect(await list(`creator=${encodeURIComponent('lister ')}`)).toEqual(links);
    expect(await list('creator=lister')).toEqual([]);
    expect(await list('creator=Lister%20')).toEqual([]);
    expect(await list(`namePrefix=prefix&url=${encodeURIComponent(URL_A)}`)).toEqual([links[0], links[2], links[3]]);
    expect(await list(`namePrefix=prefix&url=${encodeURIComponent(`${URL_A}#x`)}`)).toEqual([links[1]]);
    expect(await list(`namePrefix=prefix&creator=bootstrap`)).toEqual([lookalike]);
    expect(await list(`namePrefix=prefix&after=${links[1].id}`)).toEqual([links[2], links[3], lookalike]);

    const seen = [];
    let path: string | undefined = '/api/links?namePrefix=prefix&limit=2';
    while (path) {
      const page = await admin().get(path);
      seen.push(page.body);
      path = /^<(.+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual([links.slice(0, 2), links.slice(2, 4), [lookalike]]);
  });

  it('lists more links than are in memory at a time, and than are sorted', async () => {
    const total = (await list('')).length as number;
    await insertLinks(5100, (index) => `many-${index}`);
    const all = await list('');
    expect(all).toHaveLength(total + 5100);
    const many = await list('namePrefix=many-');
    expect(many).toEqual(all.slice(total));
    expect(many.map(({ name }: { name: string }) => name)).toEqual(
      Array.from({ length: 5100 }, (_, index) => `many-${index}`),
    );
    const page = await admin().get(`/api/links?namePrefix=MANY-&limit=3&after=${many[5096].id}`);
    expect([page.body, page.headers.link]).toEqual([many.slice(5097), undefined]);
  });

  it.each([
    'limit=0',
    'limit=1001',
    'after=-1',
    'url=',
    'url=a&url=b',
    'namePrefix=',
    'namePrefix=a%25',
    `namePrefix=${'x'.repeat(129)}`,
    'creator=',
    'name=x',
  ])('refuses ?%s', async (query) => {
    const { status, body } = await admin().get(`/api/links?${query}`);
    expect([status, body]).toEqual([400, { msg: expect.any(String) }]);
  });
});
