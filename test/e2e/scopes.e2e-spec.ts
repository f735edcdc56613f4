import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';
import { importFile } from '../support/transfer';

interface Route {
  readonly method: string;
  readonly path: string;
}

interface Handler extends Route {
  readonly name: string;
  /** Any of these; none where any API key will do, null where nothing is declared. */
  readonly scopes: string[] | null;
}

/** Open to everybody; whatever else the router has needs an API key. */
const PUBLIC = [
  'GET /',
  'GET /.well-known/apple-app-site-association',
  'GET /.well-known/assetlinks.json',
  'GET /.well-known/keylink/keys',
  'GET /.well-known/keylink/keys/:version',
  'GET /:name',
  'GET /api/domains/ask',
  'GET /api/sign-in',
  // These need an identity provider, and answer 404 without one.
  'GET /auth/callback',
  'GET /auth/login',
  'GET /console',
  'GET /console/*path',
  'GET /console/assets/:file',
  'GET /health/live',
  'GET /health/ready',
  'POST /:name',
  'POST /api/sources/:id/events',
  'POST /api/trials',
];
/** Open to a license key, when the operator sets LICENSE_KEY_AUTH. */
const FOR_LICENSE_KEYS = [
  'GET /api/releases/latest',
  'GET /api/releases/latest/RELEASES',
  'POST /api/check/:id',
  'POST /api/check/multiple',
  'POST /api/check/release',
  'POST /api/uses',
];
const DOCUMENTATION = /^GET \/docs(\/|$)/;

let scenario: Scenario;
/** Without those of the documentation, which is open to everybody. */
let routes: Route[];
let handlers: Handler[];
const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const filled = (path: string) => path.replace(/[:*]\w+/g, '999999');

beforeAll(async () => {
  scenario = await startScenario();
  const output = execFileSync(process.execPath, [join(__dirname, '../support/list-routes.js')], {
    env: { PATH: process.env.PATH, DATABASE_URL: scenario.database.url },
  });
  const found = JSON.parse(output.toString()) as { routes: Route[]; handlers: Handler[] };
  routes = found.routes.filter((route) => !DOCUMENTATION.test(nameOf(route)));
  handlers = found.handlers;
});
afterAll(() => scenario.close());

it('finds what the router has, and that all of it is handlers and documentation', () => {
  expect(routes.length).toBeGreaterThan(15);
  expect(routes.map(nameOf).toSorted()).toEqual(handlers.map(nameOf).toSorted());
});

it('finds a declared scope next to every handler', () => {
  expect(handlers.filter(({ scopes }) => scopes === null).map(({ name }) => name)).toEqual([]);
});

it('lets nobody in without a key, except where everybody may', async () => {
  const open: string[] = [];
  for (const route of routes) {
    const { status, body } = await scenario.service.client(null).send(route.method, filled(route.path));
    if (status !== 401) open.push(nameOf(route));
    else expect([nameOf(route), body]).toEqual([nameOf(route), { msg: expect.stringContaining('x-api-key') }]);
  }
  expect(open.toSorted()).toEqual(PUBLIC);
});

it('lets a license key in without an API key only where the operator and the handler accept it', async () => {
  const open = await Service.start({ DATABASE_URL: scenario.database.url, LICENSE_KEY_AUTH: 'true' });
  try {
    const letIn = async (headers: Record<string, string>) => {
      const names = [];
      for (const route of routes) {
        const { status } = await open.client(null).send(route.method, filled(route.path), { headers });
        if (status !== 401) names.push(nameOf(route));
      }
      return names.toSorted();
    };
    expect(await letIn({})).toEqual(PUBLIC);
    expect(await letIn({ authorization: 'Basic dXNlcjpwYXNz' })).toEqual(PUBLIC);
    expect(await letIn({ authorization: 'some-license-key' })).toEqual([...PUBLIC, ...FOR_LICENSE_KEYS].toSorted());
  } finally {
    await open.stop();
  }
  for (const route of routes) {
    const headers = { authorization: 'some-license-key' };
    const { status } = await scenario.service.client(null).send(route.method, filled(route.path), { headers });
    expect([nameOf(route), status === 401]).toEqual([nameOf(route), !PUBLIC.includes(nameOf(route))]);
  }
});

it('lets a key in only with a scope of the handler, or admin', async () => {
  const guarded = handlers.filter(({ scopes }) => scopes![0] !== 'public');
  const all = [...new Set(guarded.flatMap(({ scopes }) => scopes!))].filter((scope) => scope !== 'admin');
  const clients = new Map<string, ReturnType<Scenario['service']['client']>>();
  const clientWith = async (scopes: string[]) => {
    const name = scopes.join();
    if (!clients.has(name)) {
      clients.set(name, scenario.service.client((await createApiKey(scenario.admin, scopes)).secret));
    }
    return clients.get(name)!;
  };
  for (const { scopes, ...handler } of guarded) {
    const others = all.filter((scope) => !scopes!.includes(scope) && !isEnough(scope, handler));
    if (scopes!.length > 0) {
      const refused = await (await clientWith(others)).send(handler.method, filled(handler.path));
      expect([nameOf(handler), refused.status, refused.body]).toEqual([
        nameOf(handler),
        403,
        { msg: expect.stringContaining(`"${scopes![0]}"`) },
      ]);
    }
    // Nothing is there, and bodies are missing: whatever the operation says to that, it was reached.
    for (const scope of scopes!.length > 0 ? scopes! : ['check']) {
      const enough = [scope, ...(ALSO_NEEDED[nameOf(handler)] ?? [])];
      const { status } = await (await clientWith(enough)).send(handler.method, filled(handler.path));
      expect([nameOf(handler), scope, [401, 403, 500].includes(status)]).toEqual([nameOf(handler), scope, false]);
    }
  }
});

/** Refused with their own scope alone; `customers` tests that. */
const ALSO_NEEDED: Readonly<Record<string, string[]>> = {
  'GET /api/customers/:uid/export': ['keys:read', 'logs:read'],
  'GET /api/customers/:uid/portal': ['keys:read'],
  'DELETE /api/customers/:uid': ['keys:write'],
};

/** Of an update without a body, which changes nothing. */
const isEnough = (scope: string, route: Route) =>
  ['keys:disable', 'keys:support'].includes(scope) && nameOf(route) === 'PUT /api/keys/:id';

describe('keys:disable', () => {
  it('disables and enables a license key, and changes nothing else', async () => {
    const { id } = await createLicenseKey(scenario.admin);
    const support = await clientOf('keys:disable');
    const disabled = await support.put(`/api/keys/${id}`, { disabled: true });
    expect([disabled.status, disabled.body.disabled]).toEqual([200, true]);
    for (const body of [{ disabled: false, ip: '' }, { status: false }, { disabled: false, status: null }, []]) {
      const { status } = await support.put(`/api/keys/${id}`, body);
      expect([body, status]).toEqual([body, Array.isArray(body) ? 400 : 403]);
    }
    const { status, body } = await support.put(`/api/keys/${id}`, { status: false });
    expect([status, body]).toEqual([403, { msg: expect.stringContaining('"keys:write"') }]);
    const noted = await support.put(`/api/keys/${id}`, { disabled: false, note: 'b', reason: 'c' });
    expect([noted.status, noted.body]).toEqual([403, { msg: expect.stringContaining('"keys:support"') }]);
    expect((await support.get(`/api/keys/${id}`)).status).toBe(403);
    expect((await support.delete(`/api/keys/${id}`)).status).toBe(403);
    expect((await scenario.admin.get(`/api/keys/${id}`)).body).toMatchObject({ disabled: true, status: true });
  });

  it('has to say what it changes, whether the key exists or not: asking for nothing would read it without a trace', async () => {
    const { id } = await createLicenseKey(scenario.admin);
    for (const scopes of [['keys:disable'], ['keys:disable', 'keys:read']]) {
      const support = await clientOf(...scopes);
      for (const path of [`/api/keys/${id}`, '/api/keys/999999']) {
        const { status, body } = await support.put(path, {});
        expect([status, body]).toEqual([400, { msg: expect.stringContaining('Send {"disabled": true}') }]);
      }
    }
  });
});

/** What the scopes of a caller show of the records that its changes are answered with (decision 103). */
describe('a change is answered', () => {
  const WHOLE_KEY = ['id', 'uuid', 'product', 'key', 'ip', 'status', 'disabled', 'locked', 'lastSeen'];
  const KEY_OUTLINE = WHOLE_KEY.filter((field) => field !== 'key' && field !== 'uuid');
  const WHOLE_LINK = ['id', 'name', 'url', 'count', 'creator', 'creatorID', 'createdAt'];
  const SEAT = ['id', 'hasSeat'];
  const WHOLE_DEVICE = ['id', 'name', 'address', 'hasSeat', 'firstSeen', 'lastSeen'];

  const newKey = async () => (await createLicenseKey(scenario.admin)).id;
  const newLink = async () => (await scenario.admin.post('/api/links', { url: 'https://example.com/' })).body.id;
  const newDevice = async () => {
    const { id } = await createLicenseKey(scenario.admin, { seats: 1 });
    await scenario.admin.post('/api/check', { id: String(id), device: 'one' });
    return `/api/keys/${id}/devices/1`;
  };
  const preview = async (client: ApiClient) => {
    const body = { ids: [await newKey()], change: { disabled: true }, preview: true };
    const answer = await client.put('/api/keys', body);
    const [{ before, after }] = answer.body.examples;
    expect(Object.keys(after)).toEqual(Object.keys(before));
    return { ...answer, body: before };
  };
  const results = async (client: ApiClient) => {
    const { body } = await client.put('/api/keys', { ids: [await newKey()], change: { disabled: true } });
    let text = '';
    while (text === '') {
      await sleep(50);
      ({ text } = await client.get(`/api/keys/bulk/${body.id}/results`));
    }
    return { status: 200, body: JSON.parse(text) };
  };
  const importConflict = async (client: ApiClient) => {
    const { key } = await createLicenseKey(scenario.admin);
    const { status, rows } = await importFile(client, '/api/keys/import', `uid,pid,key\nsomebody-else,1,${key}\n`);
    return { status, body: rows[0] };
  };

  it.each<[string, string[], (client: ApiClient) => Promise<{ status: number; body: object }>, string[]]>([
    ['PUT', ['keys:disable'], async (it) => it.put(`/api/keys/${await newKey()}`, { disabled: true }), KEY_OUTLINE],
    [
      'PUT',
      ['keys:disable', 'keys:read'],
      async (it) => it.put(`/api/keys/${await newKey()}`, { disabled: true }),
      WHOLE_KEY,
    ],
    ['PUT', ['keys:support'], async (it) => it.put(`/api/keys/${await newKey()}`, { ip: '' }), KEY_OUTLINE],
    ['PUT', ['keys:support', 'keys:read'], async (it) => it.put(`/api/keys/${await newKey()}`, { ip: '' }), WHOLE_KEY],
    ['POST', ['keys:write'], (it) => it.post('/api/keys', { uid: 'u', pid: 1 }), WHOLE_KEY],
    ['PUT', ['keys:write'], async (it) => it.put(`/api/keys/${await newKey()}`, {}), WHOLE_KEY],
    ['DELETE', ['keys:write'], async (it) => it.delete(`/api/keys/${await newKey()}`), WHOLE_KEY],
    ['a preview', ['keys:write'], preview, KEY_OUTLINE],
    ['a preview', ['keys:write', 'keys:read'], preview, WHOLE_KEY],
    ['results', ['keys:write'], results, ['id', 'outcome']],
    ['results', ['keys:write', 'keys:read'], results, ['id', 'key', 'outcome']],
    ['a conflict', ['keys:write'], importConflict, ['row', 'result', 'id', 'msg']],
    ['a release', ['devices:write'], async (it) => it.delete(await newDevice()), SEAT],
    ['a release', ['keys:support'], async (it) => it.delete(await newDevice()), SEAT],
    ['a release', ['keys:write'], async (it) => it.delete(await newDevice()), SEAT],
    ['a release', ['devices:write', 'keys:read'], async (it) => it.delete(await newDevice()), WHOLE_DEVICE],
    ['POST', ['links:write'], (it) => it.post('/api/links', { url: 'https://example.com/' }), WHOLE_LINK],
    ['PUT', ['links:write'], async (it) => it.put(`/api/link/${await newLink()}`, {}), WHOLE_LINK],
    ['DELETE', ['links:write'], async (it) => it.delete(`/api/link/${await newLink()}`), WHOLE_LINK],
  ])('%s for %j', async (_, scopes, ask, fields) => {
    const { status, body } = await ask(await clientOf(...scopes));
    expect([Math.floor(status / 100), Object.keys(body)]).toEqual([2, fields]);
  });

  it('and leaves a trace where the caller could not have read the record, even if nothing changes', async () => {
    const [key, link] = [await newKey(), await newLink()];
    for (const [scope, path, targetType, targetId] of [
      ['keys', `/api/keys/${key}`, 'licenseKey', key],
      ['links', `/api/link/${link}`, 'link', link],
    ] as const) {
      const updates = async () =>
        (await scenario.admin.get(`/api/audit?action=update&targetType=${targetType}&targetId=${targetId}`)).body;
      await (await clientOf(`${scope}:write`, `${scope}:read`)).put(path, {});
      expect(await updates()).toEqual([]);
      await (await clientOf(`${scope}:write`)).put(path, {});
      const [{ before, after }, ...others] = await updates();
      expect([before, others]).toEqual([after, []]);
    }
  });
});

async function clientOf(...scopes: string[]): Promise<ApiClient> {
  return scenario.service.client((await createApiKey(scenario.admin, scopes)).secret);
}
