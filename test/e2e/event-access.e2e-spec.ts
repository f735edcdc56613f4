import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../support/api-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';

let scenario: Scenario;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

const ENDED = { status: 401, code: 'apiKey.ended' };
const MISSING = { status: 403, code: 'scope.missing' };
const change = (id: number, scopes: string[]) => admin().put(`/api/api-keys/${id}`, { scopes });

it.each([
  ['is revoked', '', ENDED, (id: number) => admin().delete(`/api/api-keys/${id}`)],
  ['loses the scope of events', '', MISSING, (id: number) => change(id, ['keys:read'])],
  ['loses the scope of license keys', 'keys=full&', MISSING, (id: number) => change(id, ['events:read'])],
  ['expires', '', ENDED, () => sleep(1500)],
])('an API key that %s while it waits is told nothing more', async (how, query, refusal, end) => {
  const expiresAt = how === 'expires' ? Date.now() + 1500 : undefined;
  const { id, secret } = await createApiKey(admin(), ['events:read', 'keys:read'], { expiresAt });
  const follower = scenario.service.client(secret);
  const waiting = follower.get(`/api/events?${query}types=customer.created&wait=20&after=${await lastPosition()}`);
  await sleep(300);
  await end(id);
  await admin().post('/api/customers', { uid: unique('told to nobody'), name: 'Ada' });
  const { status, headers, text } = await waiting;
  expect([{ status, code: headers['x-error-code'] }, text]).toEqual([refusal, expect.not.stringContaining('Ada')]);
});

/** Once all that happened has its position. */
async function lastPosition(): Promise<number> {
  await sleep(400);
  const { body } = await admin().get('/api/events?order=newest&limit=1');
  return body[0].position as number;
}
