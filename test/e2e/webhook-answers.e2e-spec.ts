import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client';
import { createLicenseKey } from '../support/license-keys';
import { Receivers } from '../support/receiver';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario, unique } from '../support/scenario';

const SETTINGS = {
  SECRET_KEY: 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=',
  WEBHOOK_NETWORKS: '127.0.0.1',
};

let scenario: Scenario;
const receivers = new Receivers();
const { start: receiver } = receivers;
const admin = (): ApiClient => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario(SETTINGS);
});
afterEach(() => receivers.end());
afterAll(() => scenario.close());

const create = async (url: string, body: object) => (await admin().post('/api/webhooks', { url, ...body })).body;

it('keeps no secret of a receiver that answers with its request', async () => {
  const { url } = await receiver((received, response) =>
    response.writeHead(500).end(JSON.stringify([received.headers, received.body])),
  );
  const headers = { Authorization: 'Bearer hush-hush-hush', 'X-Key': 'a/private"key' };
  const { id } = await create(url, { active: false, headers });
  const { body } = await admin().post(`/api/webhooks/${id}/test`);
  const [{ answer }] = body.attempts;
  expect(answer).toContain('"authorization":"***"');
  expect(answer).toContain('This is a test');
  const kept = await runSql(scenario.database, 'SELECT answer FROM webhook_attempts');
  expect(kept).toContainEqual({ answer });
  expect(JSON.stringify(kept)).not.toMatch(/hush|private/);
});

it('forgets what receivers repeated of a person who is erased, and nobody else', async () => {
  const { url } = await receiver((received, response) => response.end(received.body));
  const { id: webhook } = await create(url, { types: ['customer.created', 'licenseKey.created'] });
  const [anna, bea] = [unique('anna'), unique('bea')];
  for (const uid of [anna, bea]) {
    await admin().post('/api/customers', { uid, name: 'Elster', email: 'elster@example.com' });
    await createLicenseKey(admin(), { uid, note: 'likes Elster' });
  }
  const deliveries = async (): Promise<{ id: number; state: string; attempts: Record<string, unknown>[] }[]> =>
    (await admin().get(`/api/webhooks/${webhook}/deliveries`)).body.toReversed();
  while ((await deliveries()).filter(({ state }) => state === 'delivered').length < 4) await sleep(50);
  const answers = async () => (await deliveries()).map(({ attempts }) => String(attempts[0].answer).includes('Elster'));
  expect(await answers()).toEqual([true, true, true, true]);
  expect((await admin().delete(`/api/customers/${anna}?force=true`)).status).toBe(200);
  expect(await answers()).toEqual([false, false, true, true]);
  const [first] = await deliveries();
  expect(first).toMatchObject({ state: 'delivered', attempts: [{ status: 200, milliseconds: expect.any(Number) }] });
  expect(first.attempts[0]).not.toHaveProperty('answer');
  // Sent again, it says no more than the event does now.
  await admin().post(`/api/webhooks/${webhook}/deliveries/${first.id}/retry`);
  while ((await deliveries())[0].attempts.length < 2) await sleep(50);
  const { answer } = (await deliveries())[0].attempts[1];
  expect([answer, String(answer).includes('Elster')]).toEqual([expect.stringContaining('erased'), false]);
});
