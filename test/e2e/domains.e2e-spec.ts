import { createApiKey } from '../support/api-keys';
import { askHost, eventually } from '../support/ask-host';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';

const A = 'https://example.com/a';
const B = 'https://example.com/b';
const OWN = 'https://go.example.net';

let scenario: Scenario;
const admin = () => scenario.admin;
const createDomain = (body: object) => admin().post('/api/domains', body);
const way = async (host: string, path: string) => (await askHost(scenario.service, host, path)).location;

beforeAll(async () => {
  scenario = await startScenario({ PUBLIC_URL: OWN, PORTAL_URL: 'https://my.example.net' });
});
afterAll(() => scenario.close());

describe('a domain', () => {
  it('is created, fetched, listed, changed and deleted, each told as an event', async () => {
    const created = await createDomain({ host: 'Shop.Example.com.', rootUrl: A });
    expect(created.status).toBe(201);
    expect(Object.entries(created.body)).toEqual([
      ['id', expect.any(Number)],
      ['host', 'shop.example.com'],
      ['rootUrl', A],
      ['createdAt', expect.any(Number)],
    ]);
    expect((await admin().get('/api/domains/shop.example.com')).body).toEqual(created.body);
    expect((await admin().get('/api/domains')).body).toContainEqual(created.body);
    const changed = await admin().put('/api/domains/shop.example.com', { rootUrl: '', notFoundUrl: B });
    expect(changed.body).toEqual({ ...created.body, rootUrl: undefined, notFoundUrl: B });
    expect(await way('shop.example.com', '/')).toBe(B);
    expect((await admin().delete('/api/domains/shop.example.com')).body).toEqual(changed.body);
    expect((await admin().get('/api/domains/shop.example.com')).status).toBe(404);
    const told = async () =>
      (await admin().get('/api/events?types=domain.created,domain.updated,domain.deleted')).body as object[];
    await eventually(async () => (await told()).length === 3);
    expect(await told()).toMatchObject([
      { type: 'domain.created', data: { domain: created.body } },
      { type: 'domain.updated', data: { previous: { rootUrl: A, notFoundUrl: null } } },
      { type: 'domain.deleted', data: { domain: { host: 'shop.example.com' } } },
    ]);
    const audit = (await admin().get('/api/audit?targetType=domain&limit=1')).body;
    expect(audit).toMatchObject([{ action: 'delete', before: { host: 'shop.example.com' } }]);
  });

  it.each([
    ['Müller.example', 'xn--mller-kva.example'],
    ['xn--mller-kva.Example', undefined],
    [`${'a'.repeat(63)}.${'b'.repeat(62)}`, `${'a'.repeat(63)}.${'b'.repeat(62)}`],
  ])('with the host %s is one', async (host, canonical) => {
    const { status, body } = await createDomain({ host });
    if (canonical === undefined)
      expect([status, body.msg]).toEqual([409, expect.stringContaining('is a domain already')]);
    else expect([status, body.host]).toEqual([201, canonical]);
  });

  it.each([
    ['go.example.com:8443', 'without a port'],
    ['https://go.example.com', 'without https://'],
    ['go.example.com/x', 'without https://'],
    ['*.example.com', 'one name'],
    ['192.0.2.1', 'not an IP address'],
    ['127.1', 'not an IP address'],
    ['::1', 'not an IP address'],
    ['[2001:db8::1]:80', 'not an IP address'],
    ['go.example.net', 'a host of the service itself'],
    ['GO.example.net.', 'a host of the service itself'],
    ['my.example.net', 'a host of the service itself'],
    ['localhost', 'with a dot between its parts'],
    ['go_x.example.com', 'with a dot between its parts'],
    ['-go.example.com', 'with a dot between its parts'],
    ['go..example.com', 'with a dot between its parts'],
    ['go.ex%61mple.com', 'with a dot between its parts'],
    ['xn--a.example', 'with a dot between its parts'],
    ['go example.com', 'with a dot between its parts'],
    [`${'ü'.repeat(60)}.${'ö'.repeat(60)}`, 'at most 126 characters'],
    ['x'.repeat(300), 'of 1 to 126 characters'],
    ['', 'of 1 to 126 characters'],
    [7, 'must be text'],
    [null, 'must be text'],
  ])('can not have the host %j', async (host, problem) => {
    const { status, body } = await createDomain({ host });
    expect([status, body.msg]).toEqual([400, expect.stringContaining(problem)]);
  });

  it('can not be the host that the request was sent to', async () => {
    const { status, body } = await admin().post(
      '/api/domains',
      { host: 'internal.example.net' },
      { headers: { host: 'Internal.example.net:3000' } },
    );
    expect([status, body.msg]).toEqual([400, expect.stringContaining('a host of the service itself')]);
  });

  it('leads nowhere that is its own, or no URL', async () => {
    for (const rootUrl of ['https://self.example.com/x', 'ftp://example.com', 'x']) {
      expect((await createDomain({ host: 'self.example.com', rootUrl })).status).toBe(400);
    }
    expect((await createDomain({ host: 'self.example.com' })).status).toBe(201);
    const { body } = await admin().put('/api/domains/self.example.com', { notFoundUrl: 'http://SELF.example.com/' });
    expect(body.msg).toBe('notFoundUrl must not be on the domain itself.');
  });

  it('is read with links:read, and changed with admin alone: it takes a host from all else that answers there', async () => {
    const { secret } = await createApiKey(admin(), ['links:read', 'links:write']);
    const client = scenario.service.client(secret);
    expect((await client.get('/api/domains')).status).toBe(200);
    expect((await client.post('/api/domains', { host: 'taken.example.com' })).status).toBe(403);
    expect((await client.delete('/api/domains/self.example.com')).status).toBe(403);
  });

  it('is created once by 10 requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => createDomain({ host: 'race.example.com' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(9).fill(409)]);
  });
});

describe('GET /api/domains/ask', () => {
  const asked = async (query: string) => {
    const { status, text } = await scenario.service.client(null).get(`/api/domains/ask${query}`);
    return [status, status === 200 ? text : ''];
  };

  it('says whether links answer on a host, and nothing else', async () => {
    await createDomain({ host: 'asked.example.com' });
    expect(await asked('?domain=asked.example.com')).toEqual([200, '']);
    expect(await asked('?domain=Asked.Example.com')).toEqual([200, '']);
    expect(await asked('?domain=go.example.net')).toEqual([200, '']);
    for (const other of ['nobody.example.com', '192.0.2.1', '', '%00', 'x'.repeat(5000), 'asked.example.com:80'])
      expect((await asked(`?domain=${other}`))[0]).toBe(404);
    expect((await asked(''))[0]).toBe(404);
    expect((await asked('?domain=asked.example.com&domain=x'))[0]).toBe(404);
  });
});

it('a domain made on one instance answers on the other within seconds, and is gone there as soon', async () => {
  const second = await Service.start({ DATABASE_URL: scenario.database.url, PUBLIC_URL: OWN });
  try {
    await createDomain({ host: 'second.example.com', rootUrl: B });
    const there = async () => (await askHost(second, 'second.example.com', '/')).location;
    await eventually(async () => (await there()) === B);
    await admin().delete('/api/domains/second.example.com');
    await eventually(async () => (await there()) !== B);
  } finally {
    await second.stop('SIGINT');
  }
});

it('a host that is a domain and becomes the address of the service is that of the service', async () => {
  await createDomain({ host: 'new.example.net', rootUrl: B });
  const second = await Service.start({ DATABASE_URL: scenario.database.url, PUBLIC_URL: 'https://new.example.net' });
  try {
    expect((await askHost(second, 'new.example.net', '/api/keys?limit=1')).status).toBe(200);
  } finally {
    await second.stop('SIGINT');
  }
});
