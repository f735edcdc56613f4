import { createApiKey } from '../support/api-keys';
import { keylink } from '../support/command-line';
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
  expect(body.findings.at(-1)).toMatchObject({ status: 'warning', message: expect.stringMatching(/^does not answer/) });
});

it('is for admins, and answers many who ask at once', async () => {
  const client = scenario.service.client((await createApiKey(scenario.admin, ['keys:read', 'keys:write'])).secret);
  expect((await client.get('/api/doctor')).status).toBe(403);
  const answers = await Promise.all(Array.from({ length: 30 }, () => scenario.admin.get('/api/doctor')));
  expect(answers.map(({ status, body }) => [status, body.findings.length])).toEqual(answers.map(() => [200, 12]));
});
