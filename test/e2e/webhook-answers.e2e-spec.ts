import type { ApiClient } from '../support/api-client';
import { Receiver } from '../support/receiver';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario } from '../support/scenario';

const SETTINGS = {
  SECRET_KEY: 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=',
  WEBHOOK_NETWORKS: '127.0.0.1',
};

let scenario: Scenario;
const open: Receiver[] = [];
const admin = (): ApiClient => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario(SETTINGS);
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.end();
});
afterAll(() => scenario.close());

async function receiver(answer: Parameters<typeof Receiver.start>[0]): Promise<Receiver> {
  const started = await Receiver.start(answer);
  open.push(started);
  return started;
}

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
