import { askHost, eventually } from '../support/ask-host';
import { keylink } from '../support/command-line';
import { type Scenario, startScenario } from '../support/scenario';

const A = 'https://example.com/a';

let scenario: Scenario;
const run = (...args: string[]) => keylink({ DATABASE_URL: scenario.database.url }, 'domains', ...args);
const linesOf = async (...args: string[]) => (await run(...args)).stdout.trimEnd().split('\n');
const way = async (path: string) => (await askHost(scenario.service, 'go.example.com', path)).location;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

it('creates, shows, changes and deletes a domain, audited, and the running service answers on it', async () => {
  expect(await linesOf('list')).toEqual(['No domains yet.']);
  expect(await linesOf('create', '--host', 'Go.Example.com', '--rootUrl', A)).toEqual([
    'go.example.com is a domain of links now. Point its DNS record and your proxy here.',
  ]);
  await eventually(async () => (await way('/')) === A);
  expect(await linesOf('update', 'go.example.com', '--notFoundUrl', `${A}?lost`, '--reason', 'Printed wrong')).toEqual([
    'go.example.com was changed.',
  ]);
  expect(await linesOf('show', 'GO.example.com')).toEqual([
    'Domain                     go.example.com',
    `Leads to                   ${A}`,
    `Unknown addresses lead to  ${A}?lost`,
    expect.stringMatching(/^Created {20}2\d{3}-\S+Z$/),
  ]);
  expect((await run('list')).stdout).toMatch(
    /^DOMAIN +LEADS TO +UNKNOWN ADDRESSES +CREATED\ngo\.example\.com +https:\S+\/a +https:\S+\?lost +2\S+Z\n$/,
  );
  await eventually(async () => (await way('/nothing')) === `${A}?lost`);
  const { body: link } = await scenario.admin.post('/api/links', { url: A, domain: 'go.example.com' });
  const used = await run('delete', 'go.example.com');
  expect([used.exitCode, used.stderr]).toEqual([1, expect.stringContaining('go.example.com has links')]);
  await scenario.admin.delete(`/api/link/${link.id}`);
  expect(JSON.parse((await run('delete', 'go.example.com', '--json')).stdout)).toMatchObject({ rootUrl: A });
  const by = { apiKeyName: expect.stringMatching(/^command line /) };
  expect((await scenario.admin.get('/api/audit?targetType=domain')).body).toMatchObject([
    { ...by, action: 'delete' },
    { ...by, action: 'update', reason: 'Printed wrong' },
    { ...by, action: 'create' },
  ]);
  await eventually(async () => (await way('/')) === undefined);
});

it.each<[string, string[], RegExp]>([
  ['an unknown domain', ['show', 'nobody.example'], /^There is no domain with this host\.$/],
  ['a change of nothing', ['update', 'nobody.example'], /^Say what to change/],
  ['a host with a port', ['create', '--host', 'go.example.com:8443'], /^host must be a name without a port/],
  ['a domain without a host', ['create'], /^required option '--host/],
  ['a way that is none', ['create', '--host', 'x.example', '--rootUrl', 'x'], /^rootUrl must be/],
])('refuses %s with a sentence', async (_, args, message) => {
  const { exitCode, stdout, stderr } = await run(...args, '--json');
  expect([exitCode, JSON.parse(stdout)]).toEqual([1, { msg: expect.stringMatching(message) }]);
  expect(stderr).not.toMatch(/\n +at /);
});
