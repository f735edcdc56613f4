import { createApiKey } from '../support/api-keys';
import { keylink } from '../support/command-line';
import { createLicenseKey } from '../support/license-keys';
import { openBeside } from '../support/open-beside';
import { type Scenario, startScenario } from '../support/scenario';

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly message: string;
}

let scenario: Scenario;

beforeAll(async () => {
  scenario = await startScenario({ REDIS_URL: 'redis://127.0.0.1:1' });
});
afterAll(() => scenario.close());

const withoutTimes = ({ message, ...finding }: Finding) => ({
  ...finding,
  message: message.replaceAll(/\d+ ms (?:ahead of|behind)/g, ''),
});

it('finds in the service what the command finds, and whose address the request is judged by', async () => {
  const environment = { DATABASE_URL: scenario.database.url, REDIS_URL: 'redis://127.0.0.1:1' };
  const { stdout } = await keylink(
    environment,
    'doctor',
    '--json',
    '--peer',
    '127.0.0.1',
    '--forwarded-for',
    '203.0.113.9',
  );
  const { checks } = JSON.parse(stdout) as { checks: Finding[] };
  const { status, body } = await scenario.admin.get('/api/doctor', { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(status).toBe(200);
  expect((body.findings as Finding[]).map(withoutTimes)).toEqual(checks.map(withoutTimes));
  expect(checks.map(({ check }) => check)).toEqual(
    'settings,client address,database,durability,migrations,clock,API keys,signing,jobs,search,webhooks,redis'.split(
      ',',
    ),
  );
  expect(body.findings.at(-1)).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/^does not answer \((?!The database)/),
  });
});

it('says why the service would not start, without a stack', async () => {
  const environment = { DATABASE_URL: scenario.database.url, GEO_DATABASE: '/nowhere.mmdb' };
  const { stdout, stderr, exitCode } = await keylink(environment, 'doctor');
  expect(exitCode).toBe(1);
  expect(stdout).toContain("GEO_DATABASE /nowhere.mmdb is not a whole mmdb file, or can't be read.\n");
  expect(stderr).toMatch(/^Database: .*\n$/);
});

it('is for admins, and answers many who ask at once', async () => {
  const client = scenario.service.client((await createApiKey(scenario.admin, ['keys:read', 'keys:write'])).secret);
  expect((await client.get('/api/doctor')).status).toBe(403);
  const answers = await Promise.all(Array.from({ length: 30 }, () => scenario.admin.get('/api/doctor')));
  expect(answers.map(({ status, body }) => [status, body.findings.length])).toEqual(answers.map(() => [200, 12]));
});

it('names a meter whose counts are not the sum of its uses', async () => {
  const DAY = 86_400_000;
  const metersFound = async () => {
    const { findings } = (await scenario.admin.get('/api/doctor')).body as { findings: Finding[] };
    return findings.find(({ check }) => check === 'meters');
  };
  const { id } = await createLicenseKey(scenario.admin, { meters: { exports: { limit: 90, period: 'month' } } });
  const yesterday = Date.now() - DAY;
  for (const [useId, at] of [
    ['a', yesterday],
    ['b', undefined],
    ['c', undefined],
  ])
    await scenario.admin.post(`/api/keys/${id}/uses`, { meter: 'exports', amount: 2, useId, at });
  await scenario.admin.delete(`/api/keys/${id}/uses/c`);
  expect(await metersFound()).toEqual({
    check: 'meters',
    status: 'ok',
    message: 'the counts of 1 license key compared, all add up.',
  });
  const dataSource = await openBeside(scenario.database);
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const set = (used: number, period: string) =>
    dataSource.query('UPDATE meter_counts SET used = ? WHERE key_id = ? AND period = ?', [used, id, period]);
  try {
    await set(1, day(yesterday));
    expect(await metersFound()).toEqual({
      check: 'meters',
      status: 'failed',
      message: `"exports" of license key ${id} has counted 1 on ${day(yesterday)}, but its uses add up to 2; "exports" of license key ${id} has counted 4 in all, but its days add up to 3. Somebody else may have changed the database.`,
    });
    // Of a day that is older than the oldest use that is left, some may have been deleted.
    await set(9, day(yesterday));
    await set(11, 'all');
    expect(await metersFound()).toMatchObject({ status: 'ok' });
    await dataSource.query('UPDATE uses SET recordedAt = ? WHERE key_id = ?', [yesterday - 2 * DAY, id]);
    expect(await metersFound()).toMatchObject({ status: 'failed', message: expect.stringContaining('has counted 9') });
  } finally {
    await dataSource.destroy();
  }
});
