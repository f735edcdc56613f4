import { keylink } from '../support/command-line';
import { type Scenario, startScenario } from '../support/scenario';

let scenario: Scenario;
const run = (...args: string[]) => keylink({ DATABASE_URL: scenario.database.url }, ...args);
const runJson = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);
const statusOf = async (key: string) => (await scenario.admin.post('/api/check', { id: key })).body.status;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

it('creates, finds, changes, disables and deletes license keys beside the running service', async () => {
  const { stdout } = await run('keys', 'create', '--uid', 'tanaka', '--pid', '6', '--count', '2', '--seats', '3');
  const [first, second] = stdout.trim().split('\n');
  expect((await scenario.admin.get(`/api/keys/${first}`)).body).toMatchObject({ uuid: 'tanaka', product: 6, seats: 3 });
  await runJson('keys', 'create', '--uid', 'other', '--pid', '7', '--expiresAt', '2100-01-01');

  const found = await runJson('keys', 'list', '--uid', 'tanaka', '--order', 'newest');
  expect(found.map(({ key }: { key: string }) => key)).toEqual([second, first]);
  expect(await runJson('keys', 'list', '--q', 'TANA', '--limit', '1')).toHaveLength(1);
  expect(await runJson('keys', 'list', '--expiresBefore', '2200-01-01')).toMatchObject([{ uuid: 'other' }]);

  const changed = await runJson('keys', 'update', first, '--seats', '0', '--note', 'asked by phone', '--reason', 'T-1');
  expect(changed).toMatchObject({ note: 'asked by phone' });
  expect(await statusOf(first)).toBe('AUTHORISED');
  const { body: audit } = await scenario.admin.get(
    `/api/audit?targetType=licenseKey&targetId=${changed.id}&action=update`,
  );
  expect(audit[0]).toMatchObject({ reason: 'T-1', apiKeyName: expect.stringMatching(/^command line/) });

  expect((await run('keys', 'disable', first)).stdout).toBe(
    `License key ${changed.id} is disabled: its checks are refused.\n`,
  );
  expect(await statusOf(first)).toBe('KEY DISABLED');
  await run('keys', 'enable', first);
  expect(await statusOf(first)).toBe('AUTHORISED');

  const refused = await run('keys', 'delete', second);
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Nothing was deleted') });
  expect((await run('keys', 'delete', second, '--yes')).exitCode).toBe(0);
  expect(await statusOf(second)).toBe('NOT FOUND');
  expect((await scenario.admin.get(`/api/keys/${first}`)).status).toBe(200);
}, 90_000);

it('takes times as milliseconds, as a date, and as 0 for none', async () => {
  const end = Date.UTC(2040, 0, 1);
  const [{ key, expiresAt }] = await runJson('keys', 'create', '--uid', 'x', '--pid', '9', '--expiresAt', String(end));
  expect(expiresAt).toBe(end);
  const changed = await runJson('keys', 'update', key, '--expiresAt', '0', '--updatesUntil', '2041-01-01');
  expect(changed).toMatchObject({ updatesUntil: Date.UTC(2041, 0, 1) });
  expect(changed).not.toHaveProperty('expiresAt');
  const seconds = await run('keys', 'update', key, '--expiresAt', String(end / 1000));
  expect([seconds.exitCode, seconds.stderr]).toEqual([1, expect.stringMatching(/^expiresAt \d+ looks like seconds/m)]);
}, 60_000);

it('lists and shows them for people', async () => {
  const { stdout } = await run('keys', 'create', '--uid', 'müller', '--pid', '8', '--expiresAt', '2002-01-01');
  const listed = (await run('keys', 'list', '--pid', '8')).stdout.split('\n');
  expect(listed[0]).toMatch(/^ID +KEY +UID +PID +STATE +EXPIRES +LAST CHECK$/);
  expect(listed[1]).toMatch(/ müller +8 +expired +2002-01-01T00:00:00Z +never$/);
  const shown = (await run('keys', 'show', stdout.trim())).stdout;
  expect(shown).toMatch(/^Record id +\d+\nCustomer +müller\nProduct +8\n/);
  expect(shown).toMatch(/^Last check +never$/m);
  expect((await run('keys', 'list', '--uid', 'nobody')).stdout).toBe('No such license keys.\n');
}, 60_000);

it.each<[string, string[], RegExp]>([
  ['no product', ['create', '--uid', 'x'], /required option '--pid <number>' not specified/],
  ['a word as the product', ['create', '--uid', 'x', '--pid', 'six'], /pid must be an integer/],
  ['no license keys', ['create', '--uid', 'x', '--pid', '6', '--count', '0'], /--count.*from 1 to 1000/],
  ['less than none', ['create', '--uid', 'x', '--pid', '6', '--count', '-5'], /--count.*from 1 to 1000/],
  ['a list of nothing', ['list', '--limit', '0'], /--limit.*from 1 to 1000000/],
  ['an order that is none', ['list', '--order', 'price'], /Allowed choices are .*newest/],
  ['a change of nothing', ['update', '1'], /Say what to change/],
  ['a license key that is none', ['disable', 'nothing'], /The specified license key was not found/],
])(
  'refuses %s, and says why',
  async (_, args, why) => {
    const { exitCode, stdout, stderr } = await run('keys', ...args);
    expect([exitCode, stdout, stderr]).toEqual([1, '', expect.stringMatching(why)]);
  },
  60_000,
);

it('completes commands, options and what they take', async () => {
  const wordsFor = async (...words: string[]) =>
    (await run('complete', '--', ...words)).stdout.split('\n').map((line) => line.split('\t')[0]);
  expect(await wordsFor('keys', 'd')).toEqual(expect.arrayContaining(['disable', 'delete']));
  expect(await wordsFor('keys', 'list', '--or')).toContain('--order');
  expect(await wordsFor('links', 'import-from', '')).toContain('yourls');
  expect((await run('completion', 'fish')).stdout).toContain('complete -c keylink');
}, 60_000);
