import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createApiKey } from '../support/api-keys';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';

interface Route {
  readonly method: string;
  readonly path: string;
}

interface Handler extends Route {
  readonly name: string;
  readonly scope: string | null;
}

/** Open to everybody; whatever else the router has needs an API key. */
const PUBLIC = [
  'GET /',
  'GET /.well-known/keylink/keys',
  'GET /.well-known/keylink/keys/:version',
  'GET /:name',
  'GET /health/live',
  'GET /health/ready',
];
/** Open to a license key, when the operator sets LICENSE_KEY_AUTH. */
const FOR_LICENSE_KEYS = ['POST /api/check/:id', 'POST /api/check/multiple', 'POST /api/check/release'];
const DOCUMENTATION = /^GET \/docs(\/|$)/;

let scenario: Scenario;
/** Without those of the documentation, which is open to everybody. */
let routes: Route[];
let handlers: Handler[];
const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const filled = (path: string) => path.replace(/:\w+/g, '999999');

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
  expect(handlers.filter(({ scope }) => scope === null).map(({ name }) => name)).toEqual([]);
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
    expect(await letIn({ authorization: 'some-license-key' })).toEqual([...PUBLIC, ...FOR_LICENSE_KEYS]);
  } finally {
    await open.stop();
  }
  for (const route of routes) {
    const headers = { authorization: 'some-license-key' };
    const { status } = await scenario.service.client(null).send(route.method, filled(route.path), { headers });
    expect([nameOf(route), status === 401]).toEqual([nameOf(route), !PUBLIC.includes(nameOf(route))]);
  }
});

it('lets a key in only with the scope of the handler, or admin', async () => {
  const scopes = [...new Set(handlers.map(({ scope }) => scope!))].filter((scope) => scope !== 'public');
  const others = (scope: string) => scopes.filter((other) => other !== scope && other !== 'admin');
  const clients = new Map<string, Record<'with' | 'without', ReturnType<Scenario['service']['client']>>>();
  for (const scope of scopes) {
    const [granted, missing] = [[scope], others(scope)].map((list) => createApiKey(scenario.admin, list));
    clients.set(scope, {
      with: scenario.service.client((await granted).secret),
      without: scenario.service.client((await missing).secret),
    });
  }
  for (const handler of handlers.filter(({ scope }) => scope !== 'public')) {
    const client = clients.get(handler.scope!)!;
    const refused = await client.without.send(handler.method, filled(handler.path));
    expect([nameOf(handler), refused.status, refused.body]).toEqual([
      nameOf(handler),
      403,
      { msg: expect.stringContaining(`"${handler.scope}"`) },
    ]);
    // Nothing is there, and bodies are missing: whatever the operation says to that, it was reached.
    const { status } = await client.with.send(handler.method, filled(handler.path));
    expect([nameOf(handler), [401, 403, 500].includes(status)]).toEqual([nameOf(handler), false]);
  }
});
