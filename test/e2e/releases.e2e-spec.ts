import { createApiKey } from '../support/api-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';

const PRODUCT = 61;
const HOUR = 3_600_000;
const releases = `/api/products/${PRODUCT}/releases`;
const FILE = 'https://downloads.example.com/app.zip';

let scenario: Scenario;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

it('is registered, changed and deleted, each with its audit record and event', async () => {
  const body = {
    version: 'v2.1.0-beta.2',
    platform: 'darwin-aarch64',
    channel: 'beta',
    releasedAt: 1_767_225_600_000,
    url: FILE,
    sha256: 'a'.repeat(64),
    size: 5_000_000_000,
    signature: 'c2lnbmF0dXJl',
    notes: 'Faster.\nSmaller.',
  };
  const { status, body: release } = await admin().post(releases, body);
  expect([status, release]).toEqual([
    201,
    { id: expect.any(Number), product: PRODUCT, ...body, createdAt: expect.any(Number) },
  ]);
  const one = `${releases}/${release.id}`;
  expect((await admin().get(one)).body).toEqual(release);
  const { sha256: _gone, ...rest } = release;
  const changed = { ...rest, channel: 'stable' };
  expect((await admin().put(one, { channel: 'stable', sha256: '' })).body).toEqual(changed);
  expect((await admin().put(one, { version: '3' })).body.msg).toBe('"version" is not a field of this request.');
  expect((await admin().delete(one)).body).toEqual(changed);
  expect(await admin().get(one)).toMatchObject({
    status: 404,
    body: { msg: 'The product has no release with this id.' },
  });
  const audited = (await admin().get(`/api/audit?targetType=release&targetId=${release.id}`)).body;
  expect(audited.map(({ action }: { action: string }) => action)).toEqual(['delete', 'update', 'create']);
  const [event] = (await admin().get('/api/events?types=release.updated&limit=1000&wait=1')).body;
  expect(event.data).toEqual({ release: changed, previous: { channel: 'beta', sha256: body.sha256 } });
});

it('needs no more than a version and a file, and is of now, stable and for any platform then', async () => {
  const before = Date.now();
  const { body } = await admin().post(releases, { version: '1.4', url: FILE });
  expect(body).toMatchObject({ version: '1.4', channel: 'stable', platform: 'any' });
  expect(body.releasedAt).toBeGreaterThanOrEqual(before);
  expect(body.releasedAt).toBeLessThanOrEqual(Date.now());
  for (const name of ['sha256', 'size', 'signature', 'notes']) expect(body).not.toHaveProperty(name);
});

it('has each version once for a platform, however it is spelled and from however many requests at once', async () => {
  const post = (version: string, platform?: string) => admin().post(releases, { version, platform, url: FILE });
  const all = await Promise.all(['5.1', 'v5.1', '5.1.0', '5.1.0.0', '05.1', '5.1+build.9'].map((each) => post(each)));
  expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  expect(all.find(({ status }) => status === 409)!.body.msg).toMatch(
    /^Product 61 already has version \S+ for the platform "any"; change that release with PUT\.$/,
  );
  expect((await post('5.1', 'windows-x86_64')).status).toBe(201);
  expect((await admin().post('/api/products/62/releases', { version: '5.1', url: FILE })).status).toBe(201);
});

it('is registered once for an Idempotency-Key, also by requests at once', async () => {
  const headers = { 'idempotency-key': unique('deploy') };
  const body = { version: '6.0', url: FILE };
  const all = await Promise.all([1, 2, 3].map(() => admin().post(releases, body, { headers })));
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
  expect(new Set(all.map(({ text }) => text)).size).toBe(1);
  expect((await admin().post(releases, { ...body, notes: 'x' }, { headers })).status).toBe(409);
});

it('is listed newest first, page by page and by channel and platform', async () => {
  const list = `/api/products/63/releases`;
  for (const [version, channel, platform] of [
    ['1.0', 'stable', 'any'],
    ['1.1', 'beta', 'any'],
    ['1.2', 'stable', 'linux-x86_64'],
    ['1.3', 'stable', 'any'],
  ])
    await admin().post(list, { version, channel, platform, url: FILE });
  const versions = async (query: string) =>
    (await admin().get(`${list}?${query}`)).body.map(({ version }: { version: string }) => version);
  expect(await versions('')).toEqual(['1.3', '1.2', '1.1', '1.0']);
  expect(await versions('channel=stable&platform=any')).toEqual(['1.3', '1.0']);
  const first = await admin().get(`${list}?limit=3`);
  expect(first.headers.link).toMatch(/^<\/api\/products\/63\/releases\?limit=3&after=\d+>; rel="next"$/);
  const next = await admin().get(/<(.+)>/.exec(String(first.headers.link))![1]);
  expect([next.body.length, next.headers.link]).toEqual([1, undefined]);
});

it.each<[object, string]>([
  [{ version: 'latest' }, 'version must be a version of 1 to 4 numbers'],
  [{ version: '1.2.3.4.5' }, 'version must be a version'],
  [{ version: '1.2\n' }, 'version must be a version'],
  [{ version: 2 }, 'version must be a version'],
  [{ version: `1.${'0'.repeat(63)}` }, 'version must be a version'],
  [{ version: '' }, 'version must be a version'],
  [{ url: 'javascript:alert(1)' }, 'url must be an http or https address'],
  [{ url: 's3://bucket/app.zip' }, 'url must be an http or https address'],
  [{ url: '//example.com/app.zip' }, 'url must be an http or https address'],
  [{ url: 'https://' }, 'url must be an http or https address'],
  [{ url: 'https://user:secret@example.com/' }, 'url must be an http or https address without a password'],
  [{ url: 'https://example.com/a\r\nLocation: https://evil.example' }, 'url must be an http or https address'],
  [{ url: `https://example.com/${'x'.repeat(990)}` }, 'of at most 1000 characters'],
  [{ sha256: 'A'.repeat(64) }, 'sha256 must be a SHA-256'],
  [{ sha1: 'A'.repeat(40) }, 'sha1 must be a SHA-1'],
  [{ sha1: 'a'.repeat(40) }, 'sha1 is for Squirrel.Windows: the file that url names must be a whole package'],
  [{ sha1: 'a'.repeat(40), url: 'https://example.com/App-9.8-full.nupkg' }, 'sha1 is for Squirrel.Windows'],
  [{ size: 0.5 }, 'size must be an integer'],
  [{ size: -1 }, 'size must be an integer'],
  [{ size: 2 ** 53 }, 'size must be an integer'],
  [{ signature: 'a\r\nb' }, 'signature must be text of 1 to 1024 characters'],
  [{ notes: 'x'.repeat(4001) }, 'notes must be text of 1 to 4000 characters'],
  [{ notes: '\u0000' }, 'notes must be text'],
  [{ channel: 'Beta!' }, 'channel must be lower-case letters'],
  [{ platform: '' }, 'platform must be lower-case letters'],
  [{ releasedAt: 0 }, 'releasedAt must be a time from 2001 on, in milliseconds since the Unix epoch or as an ISO date'],
  [{ releasedAt: 1_767_225_600 }, 'releasedAt 1767225600 looks like seconds'],
])('with %j is refused in a sentence', async (fields, sentence) => {
  const { status, body } = await admin().post(releases, { version: '9.9', url: FILE, ...fields });
  expect([status, body.msg]).toEqual([400, expect.stringContaining(sentence)]);
});

it('has a SHA-1 as long as its file is a package of it', async () => {
  const url = 'https://example.com/App-4.4.0-full.nupkg';
  const { status, body } = await admin().post(releases, { version: '4.4', url, sha1: 'a'.repeat(40) });
  expect([status, body.sha1]).toEqual([201, 'a'.repeat(40)]);
  const one = `${releases}/${body.id}`;
  const refused = { status: 400, body: { msg: expect.stringContaining('sha1 is for Squirrel.Windows') } };
  expect(await admin().put(one, { url: FILE })).toMatchObject(refused);
  expect(await admin().put(one, { url: FILE, sha1: '' })).toMatchObject({ status: 200, body: { url: FILE } });
  expect(await admin().put(one, { sha1: 'b'.repeat(40) })).toMatchObject(refused);
});

it('is one of its own product, which the path must name', async () => {
  const { id } = (await admin().post(releases, { version: '7.0', url: FILE })).body;
  for (const path of [
    `/api/products/62/releases/${id}`,
    `${releases}/abc`,
    `${releases}/99999999999`,
    `${releases}/%00`,
  ])
    for (const { status } of [
      await admin().get(path),
      await admin().put(path, { channel: 'beta' }),
      await admin().delete(path),
    ])
      expect([path, status]).toEqual([path, 404]);
  expect((await admin().post('/api/products/x/releases', { version: '7.0', url: FILE })).status).toBe(400);
});

it('needs the scopes of plans, and keeps others’ changes with If-Match', async () => {
  const client = async (scope: string) => scenario.service.client((await createApiKey(admin(), [scope])).secret);
  const products = await client('products:write');
  expect((await products.get(releases)).status).toBe(403);
  const reader = await client('plans:read');
  expect((await reader.get(releases)).status).toBe(200);
  expect((await reader.post(releases, { version: '8.0', url: FILE })).status).toBe(403);
  const { id } = (await admin().post(releases, { version: '8.0', url: FILE, releasedAt: Date.now() + HOUR })).body;
  const tag = String((await reader.get(`${releases}/${id}`)).headers.etag);
  await admin().put(`${releases}/${id}`, { notes: 'New' });
  expect(await admin().delete(`${releases}/${id}`, { headers: { 'if-match': tag } })).toMatchObject({
    status: 412,
    body: { now: { notes: 'New' } },
  });
});

it('is found by the beginning of its version and by words of its product, the newest record first', async () => {
  const pid = 641;
  await admin().post('/api/products', { pid, name: 'Messwerk' });
  const versions = ['v31.2.0', '31.20.1-rc.1', '2.31.2', '31.3.0'];
  for (const version of versions) await admin().post(`/api/products/${pid}/releases`, { version, url: FILE });
  const find = async (q: string) => {
    const { body } = await admin().get(`/api/releases?q=${encodeURIComponent(q)}`);
    return (body as { version: string }[]).map(({ version }) => version);
  };
  expect(await find('31.2')).toEqual(['31.20.1-rc.1', 'v31.2.0']);
  expect(await find('v31.2.0')).toEqual(['v31.2.0']);
  expect([await find('v31.3'), await find('31.3.')]).toEqual([['31.3.0'], ['31.3.0']]);
  expect(await find('31')).toEqual(['31.3.0', '2.31.2', '31.20.1-rc.1', 'v31.2.0']);
  expect(await find('messwerk RC')).toEqual(['31.20.1-rc.1']);
  const { body, headers } = await admin().get('/api/releases?q=31&limit=3');
  expect(headers.link).toContain(`/api/releases?q=31&limit=3&after=${body.at(-1).id}>; rel="next"`);
  expect((await admin().get('/api/releases?channel=beta')).status).toBe(400);
  const stranger = scenario.service.client((await createApiKey(admin(), ['products:read'])).secret);
  expect((await stranger.get('/api/releases')).status).toBe(403);
});
