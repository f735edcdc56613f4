import type { ApiClient, ApiResponse } from '../support/api-client';
import { insertLinks } from '../support/many-links';
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

it('a link that had its name before that was reserved goes on working until it is deleted', async () => {
  await insertLinks(scenario.database, [{ name: 'status', url: URL_B }]);
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
