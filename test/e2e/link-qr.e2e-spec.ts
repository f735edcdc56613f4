import { readPng, readSvg } from '../support/read-qr';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';

const LONG_NAME = 'N'.repeat(128);

let scenario: Scenario;
/** The same database, under an address of its own. */
let published: Service;
const admin = () => scenario.admin;
const create = async (fields: object = {}) =>
  (await admin().post('/api/link', { name: unique('Code_'), url: 'https://example.com/', ...fields })).body;
const getCode = (name: string, query = '', headers: Record<string, string> = {}) =>
  published.client().get(`/api/link/${encodeURIComponent(name)}/qr?${query}`, { headers });

beforeAll(async () => {
  scenario = await startScenario();
  published = await Service.start({
    DATABASE_URL: scenario.database.url,
    PUBLIC_URL: 'https://go.example.net/to',
  });
});
afterAll(async () => {
  await published.stop();
  await scenario.close();
});

describe('GET /api/link/{name}/qr', () => {
  it('is an SVG of the short address', async () => {
    const { name } = await create();
    const { status, headers, text } = await getCode(name.toUpperCase());
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Accept' });
    expect(readSvg(text)).toEqual({ width: 256, height: 256, text: `https://go.example.net/to/${name}?qr` });
  });

  it('has the parameters of a campaign, by which its visits are counted', async () => {
    const { name } = await create();
    const query = 'utm_source=flyer&utm_campaign=fr%C3%BChling+%26+mehr';
    const { text } = await getCode(name, `query=${encodeURIComponent(query)}`);
    expect(readSvg(text).text).toBe(`https://go.example.net/to/${name}?${query}&qr`);
  });

  it.each(['', 'a b', 'a#b', '?a=1', 'a=%2', 'a="', 'ä=1', 'x'.repeat(501)])('refuses the query %j', async (query) => {
    const { name } = await create();
    const { status, body } = await getCode(name, `query=${encodeURIComponent(query)}`);
    expect([status, body.msg]).toEqual([
      400,
      'query must be what follows "?" in an address, percent-encoded, of 1 to 500 characters.',
    ]);
  });

  it('has the address that those who show links are told', async () => {
    expect((await published.client().get('/api/me')).body.publicUrl).toBe('https://go.example.net/to');
  });

  it.each([64, 100, 257, 800])('is a PNG of %i pixels', async (size) => {
    const { name } = await create();
    const { status, headers, bytes } = await getCode(name, `format=png&size=${size}`);
    expect([status, headers['content-type']]).toEqual([200, 'image/png']);
    expect(readPng(bytes)).toEqual({ width: size, height: size, text: `https://go.example.net/to/${name}?qr` });
  });

  it('is as large as it may be', async () => {
    const { name } = await create();
    const { bytes } = await getCode(name, 'format=png&size=2048');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([2048, 2048]);
    expect((await getCode(name, 'size=2048')).text).toContain('width="2048" height="2048"');
  });

  it('is what Accept asks for, unless the format is given', async () => {
    const { name } = await create();
    const typeOf = async (query: string, accept: string) =>
      (await getCode(name, query, { accept })).headers['content-type']?.split(';')[0];
    expect(await typeOf('', 'image/png')).toBe('image/png');
    expect(await typeOf('', 'image/svg+xml;q=0.5, image/png')).toBe('image/png');
    expect(await typeOf('', 'image/*')).toBe('image/svg+xml');
    expect(await typeOf('', 'application/json')).toBe('image/svg+xml');
    expect(await typeOf('format=svg', 'image/png')).toBe('image/svg+xml');
    expect(await typeOf('format=png', 'image/svg+xml')).toBe('image/png');
  });

  it('is found by the url of the link, too, and stays when the link is gone', async () => {
    const link = await create({ url: `https://example.com/${unique('over')}`, expiresAt: 1_000_000_000_000 });
    const { status, bytes } = await getCode(link.url, 'format=png');
    expect(status).toBe(200);
    expect(readPng(bytes).text).toBe(`https://go.example.net/to/${link.name}?qr`);
  });

  it('names the address that the client asked for, where there is no PUBLIC_URL', async () => {
    const { name } = await create();
    const headers = { host: 'links.example.org:8080' };
    const { bytes } = await admin().get(`/api/link/${name}/qr?format=png`, { headers });
    expect(readPng(bytes).text).toBe(`http://links.example.org:8080/${name}?qr`);
    for (const host of ['no host', 'x'.repeat(600), 'a[b']) {
      const refused = await admin().get(`/api/link/${name}/qr`, { headers: { host } });
      expect([host, refused.status, refused.body]).toEqual([host, 400, { msg: expect.stringContaining('Host') }]);
    }
  });

  it('holds the longest address, where the image has room for it', async () => {
    await create({ name: LONG_NAME });
    const host = `${'h'.repeat(500)}.example`;
    const get = (query: string) => admin().get(`/api/link/${LONG_NAME}/qr?${query}`, { headers: { host } });
    expect(readPng((await get('format=png&size=400')).bytes).text).toBe(`http://${host}/${LONG_NAME}?qr`);
    expect((await get('format=svg&size=64')).status).toBe(200);
    const small = await get('format=png&size=64');
    expect([small.status, small.body]).toEqual([400, { msg: expect.stringMatching(/^size must be at least \d+ /) }]);
  });

  it('answers 404 for an unknown link, and HEAD without a body', async () => {
    const unknown = await getCode('nothing');
    expect([unknown.status, unknown.body]).toEqual([404, { msg: 'Link not found from name or url.' }]);
    const { name } = await create();
    const head = await published.client().head(`/api/link/${name}/qr`);
    expect([head.status, head.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  });

  it.each(['format=gif', 'format=SVG', 'format=svg&format=png', 'size=63', 'size=2049', 'size=1e3', 'margin=1'])(
    'refuses ?%s',
    async (query) => {
      const { name } = await create();
      const { status, body } = await getCode(name, query);
      expect([status, body]).toEqual([400, { msg: expect.any(String) }]);
    },
  );
});
