import { type Scenario, startScenario, unique } from '../support/scenario';

const MISSING = { msg: 'Body fields not passed, name and url are required.' };
const NOT_FOUND = { msg: 'Link not found from name or url.' };
const URL_A = 'https://example.com/a?x=1&y=%20#top';

let scenario: Scenario;
const admin = () => scenario.admin;
const visitor = () => scenario.service.client(null);
const create = async (url = URL_A) => (await admin().post('/api/link', { name: unique('link'), url })).body;
const get = (nameOrUrl: string) => admin().get(`/api/link/${encodeURIComponent(nameOrUrl)}`);

beforeAll(async () => {
  scenario = await startScenario({ PUBLIC_URL: 'https://go.example.net' });
});
afterAll(() => scenario.close());

describe('POST /api/link', () => {
  it('creates a link with the documented fields in the documented order', async () => {
    const before = Date.now();
    const { status, body } = await admin().post('/api/link', { name: 'Spring-Sale_2.0~x', url: URL_A });
    expect(status).toBe(200);
    expect(Object.entries(body)).toEqual([
      ['id', expect.any(Number)],
      ['name', 'Spring-Sale_2.0~x'],
      ['url', URL_A],
      ['count', 0],
      ['creator', 'bootstrap'],
      ['creatorID', '1'],
      ['createdAt', expect.stringMatching(/^\d{13}$/)],
    ]);
    expect(Number(body.createdAt)).toBeGreaterThanOrEqual(before);
  });

  it('makes one link of 20 simultaneous requests for one name', async () => {
    const name = unique('race');
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => admin().post('/api/link', { name, url: URL_A })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  });

  it('refuses a taken name with 409, in any case, and leaves the link as it is', async () => {
    const link = await create();
    const other = await admin().post('/api/link', { name: link.name.toUpperCase(), url: 'https://example.com/b' });
    expect([other.status, other.body]).toEqual([409, { msg: expect.stringContaining('taken') }]);
    expect((await get(link.name)).body).toEqual(link);
  });

  it.each([
    ['no body', undefined],
    ['an empty object', {}],
    ['no url', { name: 'x' }],
    ['no name', { url: URL_A }],
    ['an empty name', { name: '', url: URL_A }],
    ['an empty url', { name: 'x', url: '' }],
    ['a null', { name: null, url: URL_A }],
    ['no url beside an unknown field', { name: 'x', link: URL_A }],
  ])('answers the documented message for %s', async (_, body) => {
    const response = await admin().post('/api/link', body);
    expect([response.status, response.body]).toEqual([400, MISSING]);
  });

  it.each(['console', 'Admin', 'sw.js', 'status'])('keeps the name %j for itself', async (name) => {
    for (const path of ['/api/link', '/api/links']) {
      const { status, body } = await admin().post(path, { name, url: URL_A });
      expect([status, body]).toEqual([400, { msg: `The name "${name}" is reserved by the service.` }]);
    }
  });

  it.each(['.hidden', 'a b', 'a/b', 'naïve', 'x'.repeat(129), 'api', 'Docs', 'health', 'metrics', 'a\0', '%41'])(
    'refuses the name %j',
    async (name) => {
      const response = await admin().post('/api/link', { name, url: URL_A });
      expect([response.status, response.body]).toEqual([400, { msg: expect.stringContaining('name') }]);
    },
  );

  it.each([
    'example.com',
    '/relative',
    'ftp://example.com/',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'http:evil.example',
    'http:///evil.example',
    'http://user@example.com/',
    'http://user:password@example.com/',
    'http://@example.com/',
    'http:\\\\example.com',
    'https://example.com\\@evil.example/',
    'https://example.com/\r\nSet-Cookie: a=b',
    ' https://example.com/',
    'https://example.com/ ',
    'https://exa mple.com/',
    'https://go.example.net/another',
    'https://go.example.net/another/',
    'http://go.example.net/%61nother',
    'https://go.example.net./another',
    'https://go.example.net../another',
    'https://GO.Example.NET/another',
    'https://go.example.net:443/another',
    'http://go.example.net:80/another',
    'http://go.example.net:443/another',
    'https://go.example.net//another',
    'https://go.example.net/./another?x#y',
    'https://go%2Eexample.net/another',
    'https://go。example。net。/another',
    'https://ｇｏ.example.net/another',
    'https://go.exa\u00admple.net/another',
    `https://example.com/${'x'.repeat(2048)}`,
  ])('refuses the url %j', async (url) => {
    const response = await admin().post('/api/link', { name: unique('refused'), url });
    expect([response.status, response.body]).toEqual([400, { msg: expect.stringContaining('url') }]);
  });

  it('takes a url of another host, port or path of the service’s own', async () => {
    for (const url of [
      'https://go.example.net.evil.example/x',
      'https://go.example.net:8443/x',
      'https://go.example.net/a/b',
    ]) {
      const { status } = await admin().post('/api/link', { name: unique('other'), url });
      expect([url, status]).toEqual([url, 200]);
    }
  });

  it('counts the characters of a url as they are sent', async () => {
    const base = 'https://example.com/';
    for (const [character, sent] of [
      ['🔑', 12],
      ['ü', 6],
      ['%', 1],
    ] as const) {
      const most = Math.floor((2048 - base.length) / sent);
      const longest = base + character.repeat(most);
      const link = await admin().post('/api/link', { name: unique('long'), url: longest });
      expect([character, link.status]).toEqual([character, 200]);
      const { headers } = await scenario.service.client(null).get(`/${link.body.name}`);
      expect(headers.location!.length).toBe(base.length + most * sent);
      const { status, body } = await admin().post('/api/link', { name: unique('long'), url: longest + character });
      expect([status, body.msg]).toEqual([400, expect.stringContaining('at most 2048 characters')]);
    }
    const { body } = await admin().post('/api/link', { name: unique('long'), url: base + '🔑'.repeat(2028) });
    expect(body).toEqual({ msg: expect.stringMatching(/as it is sent.*: these are 24356\.$/) });
  });

  it('refuses values of another type and unknown fields', async () => {
    expect((await admin().post('/api/link', { name: 7, url: URL_A })).body).toEqual({ msg: 'name must be text.' });
    expect((await admin().post('/api/link', { name: 'x', url: URL_A, count: 7 })).status).toBe(400);
  });
});

describe('GET /api/link/{name}', () => {
  it('finds a link by name in any case, and by the url exactly as given, the oldest first', async () => {
    const url = `https://example.com/${unique('exact')}?q=ä`;
    const [first, second] = [await create(url), await create(url)];
    expect((await get(second.name.toUpperCase())).body).toEqual(second);
    expect((await get(url)).body).toEqual(first);
    expect((await get(`${url}#`)).status).toBe(404);
  });

  it('answers the documented message when there is none', async () => {
    const response = await get('nothing');
    expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
  });

  it('does not count', async () => {
    const link = await create();
    await get(link.name);
    expect((await get(link.name)).body.count).toBe(0);
  });
});

describe('DELETE /api/link/{id}', () => {
  it('deletes a link and returns it as it last was', async () => {
    const link = await create();
    await visitor().get(`/${link.name}`);
    const response = await admin().delete(`/api/link/${link.id}`);
    expect([response.status, response.body]).toEqual([200, { ...link, count: 1 }]);
    expect((await get(link.name)).status).toBe(404);
    expect((await visitor().get(`/${link.name}`)).status).toBe(404);
  });

  it.each(['999999', '0', '-1', '1.5', 'name', '9007199254740993', '18446744073709551617'])(
    'answers 400 for %s',
    async (id) => {
      const response = await admin().delete(`/api/link/${id}`);
      expect([response.status, response.body]).toEqual([400, { msg: 'The specified link was not found.' }]);
    },
  );
});

describe('GET /{name}', () => {
  it('redirects everybody to the url as stored', async () => {
    const link = await create();
    const response = await visitor().get(`/${link.name}`);
    expect(response.status).toBe(302);
    expect(response.headers).toMatchObject({ location: URL_A, 'cache-control': 'private, max-age=0' });
  });

  it('percent-encodes what a header can not hold', async () => {
    const link = await create('https://bücher.example/straße?q=😀');
    const { headers } = await visitor().get(`/${link.name}`);
    expect(headers.location).toBe('https://xn--bcher-kva.example/stra%C3%9Fe?q=%F0%9F%98%80');
  });

  it('counts each of 500 simultaneous visits', async () => {
    const link = await create();
    const client = visitor();
    const responses = await Promise.all(Array.from({ length: 500 }, () => client.get(`/${link.name.toUpperCase()}`)));
    expect(responses.filter(({ status }) => status !== 302)).toEqual([]);
    expect((await get(link.name)).body.count).toBe(500);
  });

  it('does not count a HEAD request', async () => {
    const link = await create();
    const response = await visitor().head(`/${link.name}`);
    expect([response.status, response.headers.location]).toEqual([302, URL_A]);
    expect((await get(link.name)).body.count).toBe(0);
  });

  it('answers 404 for an unknown name, and for the service’s own words', async () => {
    for (const path of ['/unknown', '/api', '/health', '/favicon.ico', '/.env', '/na%C3%AFve']) {
      const { status, body } = await visitor().get(path);
      expect([path, status, body]).toEqual([path, 404, { msg: expect.any(String) }]);
    }
  });
});
