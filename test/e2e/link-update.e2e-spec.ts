import { type Scenario, startScenario, unique } from '../support/scenario';

const NOT_FOUND = { msg: 'The specified link was not found.' };
const URL_A = 'https://example.com/a';
const URL_B = 'https://example.com/b?x=%20#y';

let scenario: Scenario;
const admin = () => scenario.admin;
const visitor = () => scenario.service.client(null);
const create = async (fields: object = {}) =>
  (await admin().post('/api/link', { name: unique('link'), url: URL_A, ...fields })).body;
const get = async (nameOrUrl: string) => (await admin().get(`/api/link/${encodeURIComponent(nameOrUrl)}`)).body;
const changesOf = async (id: number) =>
  (await admin().get(`/api/audit?targetType=link&targetId=${id}`)).body.toReversed().slice(1);

beforeAll(async () => {
  scenario = await startScenario({ PUBLIC_URL: 'https://go.example.net' });
});
afterAll(() => scenario.close());

describe('PUT /api/link/{id}', () => {
  it('changes the url, by which the link is found from then on, and goes on counting', async () => {
    const link = await create({ url: `${URL_A}/${unique('old')}` });
    await visitor().get(`/${link.name}`);
    const url = `${URL_B}${unique('new')}`;
    const updated = await admin().put(`/api/link/${link.id}`, { url });
    expect([updated.status, updated.body]).toEqual([200, { ...link, url, count: 1 }]);
    expect(Object.keys(updated.body)).toEqual(Object.keys(link));
    expect((await visitor().get(`/${link.name}`)).headers.location).toBe(url);
    expect(await get(url)).toEqual({ ...updated.body, count: 2 });
    expect(await get(link.url)).toEqual({ msg: 'Link not found from name or url.' });
  });

  it('keeps what is left out, and clears limits with 0', async () => {
    const link = await create({ expiresAt: 9_000_000_000_000, maxVisits: 5 });
    const steps = [
      [{ maxVisits: 6 }, { ...link, maxVisits: 6 }],
      [{ expiresAt: 9_000_000_000_001 }, { ...link, maxVisits: 6, expiresAt: 9_000_000_000_001 }],
      [{ url: URL_B }, { ...link, maxVisits: 6, expiresAt: 9_000_000_000_001, url: URL_B }],
      [
        { expiresAt: 0, maxVisits: 0 },
        { ...(await create()), id: link.id, name: link.name, url: URL_B, createdAt: link.createdAt },
      ],
    ];
    for (const [body, expected] of steps) {
      expect((await admin().put(`/api/link/${link.id}`, body)).body).toEqual(expected);
      expect(await get(link.name)).toEqual(expected);
    }
  });

  it('ends a link at once with a time in the past, and brings it back', async () => {
    const link = await create();
    const visit = async () => (await visitor().get(`/${link.name}`)).status;
    await admin().put(`/api/link/${link.id}`, { expiresAt: 1_000_000_000_000 });
    expect(await visit()).toBe(410);
    await admin().put(`/api/link/${link.id}`, { expiresAt: 0 });
    expect(await visit()).toBe(302);
  });

  it('records each change with what was before and after, and nothing for an empty body', async () => {
    const link = await create();
    expect((await admin().put(`/api/link/${link.id}`, {})).body).toEqual(link);
    expect((await admin().put(`/api/link/${link.id}`)).body).toEqual(link);
    await admin().put(`/api/link/${link.id}`, { url: URL_B, maxVisits: 3 });
    await admin().put(`/api/link/${link.id}`, { maxVisits: 0 });
    expect(await changesOf(link.id)).toEqual([
      expect.objectContaining({ action: 'update', before: link, after: { ...link, url: URL_B, maxVisits: 3 } }),
      expect.objectContaining({
        action: 'update',
        before: { ...link, url: URL_B, maxVisits: 3 },
        after: { ...link, url: URL_B },
      }),
    ]);
  });

  it('loses none of the visits that happen meanwhile', async () => {
    const link = await create();
    const client = visitor();
    const [visits] = await Promise.all([
      Promise.all(Array.from({ length: 200 }, () => client.get(`/${link.name}`))),
      ...Array.from({ length: 10 }, (_, index) => admin().put(`/api/link/${link.id}`, { url: `${URL_A}/${index}` })),
    ]);
    expect(visits.filter(({ status }) => status !== 302)).toEqual([]);
    expect((await get(link.name)).count).toBe(200);
  });

  it.each(['999999', '0', 'name', '9007199254740993'])('answers 400 for the link %s', async (id) => {
    const response = await admin().put(`/api/link/${id}`, { url: URL_B });
    expect([response.status, response.body]).toEqual([400, NOT_FOUND]);
  });

  it.each([
    ['a name', { name: 'other' }, '"name" is not a field'],
    ['a count', { count: 0 }, '"count" is not a field'],
    ['an empty url', { url: '' }, 'url must be'],
    ['a url that is no text', { url: 7 }, 'url must be text'],
    ['a url as null', { url: null }, 'url must be text'],
    ['a url of another kind', { url: 'javascript:alert(1)' }, 'url must be'],
    ['a short address', { url: 'https://go.example.net/another' }, "service's own"],
    ['an expiry as text', { expiresAt: '1' }, 'expiresAt must'],
    ['a negative number of visits', { maxVisits: -1 }, 'maxVisits must'],
    ['visits as null', { maxVisits: null }, 'maxVisits must'],
  ])('refuses %s and changes nothing', async (_, body, message) => {
    const link = await create();
    const response = await admin().put(`/api/link/${link.id}`, { maxVisits: 9, ...body });
    expect([response.status, response.body]).toEqual([400, { msg: expect.stringContaining(message) }]);
    expect(await get(link.name)).toEqual(link);
  });
});
