import type { ApiClient } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario } from '../support/scenario';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

async function clientWith(...scopes: string[]): Promise<{ client: ApiClient; name: string }> {
  const { name, secret } = await createApiKey(scenario.admin, scopes);
  return { client: scenario.service.client(secret), name };
}

it('lists who changed a license key, what and why, for those who may see the key and not the audit', async () => {
  const key = await createLicenseKey(scenario.admin, { seats: 2 });
  await createLicenseKey(scenario.admin);
  const shop = await clientWith('keys:write');
  await shop.client.put(`/api/keys/${key.id}`, { disabled: true, reason: 'Dispute opened' });
  const { client } = await clientWith('keys:read');
  const { status, body } = await client.get(`/api/keys/${key.key}/changes`);
  expect(status).toBe(200);
  expect(body).toMatchObject([
    { action: 'update', apiKeyName: shop.name, before: { disabled: false }, after: { disabled: true, seats: 2 } },
    { action: 'create', apiKeyName: 'bootstrap', before: null },
  ]);
  const [{ reason, ...newest }, { before: _, ...oldest }] = body;
  expect(reason).toBe('Dispute opened');
  expect(Object.keys(newest).toSorted()).toEqual(['action', 'after', 'apiKeyName', 'at', 'before', 'id']);
  expect(oldest).not.toHaveProperty('reason');
  expect(JSON.stringify(body)).not.toContain(key.key);
  expect((await client.get('/api/audit')).status).toBe(403);
});

it('lists them in pages, and of a key that there is', async () => {
  const { id } = await createLicenseKey(scenario.admin);
  for (const disabled of [true, false]) await scenario.admin.put(`/api/keys/${id}`, { disabled });
  const { body, headers } = await scenario.admin.get(`/api/keys/${id}/changes?limit=2`);
  const actions = (records: { action: string }[]) => records.map(({ action }) => action);
  expect(actions(body)).toEqual(['update', 'update']);
  const next = /<([^>]+)>; rel="next"/.exec(String(headers['link']))![1];
  expect(actions((await scenario.admin.get(next)).body)).toEqual(['create']);
  expect((await scenario.admin.get('/api/keys/999999/changes')).status).toBe(404);
  const { client } = await clientWith('logs:read');
  expect((await client.get(`/api/keys/${id}/changes`)).status).toBe(403);
});
