import { askHost, eventually } from '../support/ask-host';
import { type Scenario, startScenario, unique } from '../support/scenario';

const A = 'https://example.com/a';
const B = 'https://example.com/b';
const OWN = 'https://go.example.net';

let scenario: Scenario;
const admin = () => scenario.admin;
const createDomain = (body: object) => admin().post('/api/domains', body);
const createLink = (body: object) => admin().post('/api/links', body);
const ask = (host: string, path: string, method?: string) => askHost(scenario.service, host, path, method);
const statusOf = async (host: string, path: string, method?: string) => (await ask(host, path, method)).status;
const way = async (host: string, path: string) => (await ask(host, path)).location;

beforeAll(async () => {
  scenario = await startScenario({ PUBLIC_URL: OWN });
});
afterAll(() => scenario.close());

describe('links of a domain', () => {
  const host = 'links.example.com';
  beforeAll(() => createDomain({ host, rootUrl: A, notFoundUrl: B }));

  it('answer there only, beside links of the same name elsewhere', async () => {
    const name = unique('same');
    await createDomain({ host: 'other.example.com' });
    const own = (await createLink({ name, url: `${A}?own` })).body;
    const here = await createLink({ name, url: `${A}?here`, domain: 'LINKS.example.com' });
    expect([here.status, here.body.domain]).toEqual([201, host]);
    expect(own).not.toHaveProperty('domain');
    const there = await createLink({ name: name.toUpperCase(), url: `${A}?there`, domain: 'other.example.com' });
    expect(there.status).toBe(201);
    for (const at of [host, `${host}:8443`, 'LINKS.Example.com', `${host}.`]) {
      expect(await way(at, `/${name}`)).toBe(`${A}?here`);
    }
    expect(await way('other.example.com', `/${name}`)).toBe(`${A}?there`);
    expect(await way('go.example.net', `/${name}`)).toBe(`${A}?own`);
    expect(await way('127.0.0.1', `/${name}`)).toBe(`${A}?own`);
    const get = async (query: string) => (await admin().get(`/api/link/${name}${query}`)).body;
    expect(await get('')).toEqual({ ...own, count: 2 });
    expect(await get(`?domain=${host}`)).toEqual({ ...here.body, count: 4 });
    const list = (await admin().get(`/api/links?namePrefix=${name}`)).body as object[];
    expect(list).toHaveLength(3);
    for (const [domain, url] of [
      ['', `${A}?own`],
      [host, `${A}?here`],
      ['Other.example.com', `${A}?there`],
    ])
      expect((await admin().get(`/api/links?namePrefix=${name}&domain=${domain}`)).body).toMatchObject([{ url }]);
    expect((await admin().get('/api/links?domain=nobody.example.com')).body).toEqual([]);
    expect((await admin().get('/api/links?q=links.example.com')).body).toContainEqual(await get(`?domain=${host}`));
    const again = await createLink({ name, url: `${A}?here`, domain: host });
    expect([again.status, again.body.id]).toEqual([200, here.body.id]);
    expect((await createLink({ name, url: B, domain: host })).status).toBe(409);
  });

  it('need a domain that there is', async () => {
    const { status, body } = await createLink({ name: 'x', url: A, domain: 'nobody.example.com' });
    expect([status, body.msg]).toEqual([400, expect.stringContaining('domain "nobody.example.com" is unknown')]);
    expect((await createLink({ name: 'x', url: A, domain: 'https://x' })).body.msg).toContain(
      'domain must be a name alone',
    );
  });

  it('keep it from being deleted', async () => {
    await createDomain({ host: 'busy.example.com' });
    const { id } = (await createLink({ url: A, domain: 'busy.example.com' })).body;
    const { status, body } = await admin().delete('/api/domains/busy.example.com');
    expect([status, body.msg]).toEqual([409, expect.stringContaining('busy.example.com has links')]);
    await admin().delete(`/api/link/${id}`);
    expect((await admin().delete('/api/domains/busy.example.com')).status).toBe(200);
  });

  it('lead to no link of their own or another domain', async () => {
    for (const url of [`https://${host}/x`, `http://other.example.com./x`, `${OWN}/x`]) {
      const { status, body } = await createLink({ url, domain: host });
      expect([status, body.msg]).toEqual([400, "url must not be one of the service's own short links."]);
    }
  });

  it('have QR codes and statistics of their own', async () => {
    const name = unique('qr');
    await createLink({ name, url: A, domain: host });
    expect((await admin().get(`/api/link/${name}/qr`)).status).toBe(404);
    expect((await admin().get(`/api/link/${name}/qr?domain=${host}`)).status).toBe(200);
    await ask(host, `/${name}`);
    await eventually(async () => {
      const { body } = await admin().get(`/api/link/${name}/stats?by=domain&domain=${host}`);
      return (body as { value: string; visits: number }[]).some(({ value, visits }) => value === host && visits === 1);
    });
  });

  it('move with their domain', async () => {
    const name = unique('moved');
    const rows = [`${name},${A},`, `${name},${B},${host}`, `${name},${B},nobody.example.com`].join('\n');
    const headers = { 'content-type': 'text/csv', accept: 'application/x-ndjson' };
    const { text } = await admin().post('/api/links/import', `name,url,domain\n${rows}\n`, { headers });
    expect(text).toContain('"result":"created"');
    expect(text.match(/"result":"created"/g)).toHaveLength(2);
    expect(text).toContain('is unknown; create it first');
    const exported = (await admin().get('/api/links/export?format=ndjson')).text;
    expect(exported).toMatch(new RegExp(`"name":"${name}","url":"${B}".*"domain":"${host}"`));
  });

  describe('and on the domain', () => {
    it('the bare domain and unknown addresses lead where it says', async () => {
      expect(await way(host, '/')).toBe(A);
      for (const path of ['/nothing', '/a/b', '/api/keys', '/docs', '/console', '/portal', '/metrics', '//api/keys'])
        expect([path, await way(host, path)]).toEqual([path, B]);
      expect(await statusOf('other.example.com', '/')).toBe(404);
      expect(await statusOf('other.example.com', '/nothing')).toBe(404);
    });

    it.each([
      '/api/keys',
      '/API/keys',
      '/api/domains/ask?domain=links.example.com',
      '/docs',
      '/docs/openapi.json',
      '/console',
      '/console/links',
      '/portal',
      '/auth/callback',
      '/metrics',
      '/%61pi/keys',
      '//api/keys',
      '/./api/keys',
      '/x/../api/keys',
      'http://go.example.net/api/keys',
    ])('nothing else of the service answers: %s', async (path) => {
      expect(await statusOf('other.example.com', path)).toBe(404);
    });

    it('nothing can be changed', async () => {
      expect(await statusOf('other.example.com', '/api/links', 'POST')).toBe(404);
      expect(await statusOf(host, '/api/links', 'POST')).toBe(404);
      expect(await statusOf(host, '/', 'POST')).toBe(404);
    });

    it('programs are led nowhere, and probes and key sets answer as anywhere', async () => {
      expect(await statusOf(host, '/robots.txt')).toBe(404);
      expect(await statusOf(host, '/favicon.ico')).toBe(404);
      expect(await statusOf(host, '/.well-known/acme-challenge/x')).toBe(404);
      expect(await statusOf(host, '/health/ready')).toBe(200);
    });
  });
});
