import type { ApiClient } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario } from '../support/scenario';

let scenario: Scenario;
let admin: ApiClient;

beforeAll(async () => {
  scenario = await startScenario();
  admin = scenario.admin;
});
afterAll(() => scenario.close());

it.each([
  [undefined, 'The body must be a JSON object.'],
  [{ ids: [1] }, 'change must be a JSON object with at least one field.'],
  [{ ids: [1], change: {} }, 'change must be a JSON object with at least one field.'],
  [{ change: { disabled: true } }, 'Say which license keys in ids or in filter, and not in both.'],
  [
    { ids: [1], filter: {}, change: { disabled: true } },
    'Say which license keys in ids or in filter, and not in both.',
  ],
  [{ ids: [], change: { disabled: true } }, expect.stringMatching(/^ids must be a list of 1 to 10000 record ids/)],
  [{ ids: ['1'], change: { disabled: true } }, expect.stringMatching(/^ids must be/)],
  [{ ids: [1.5], change: { disabled: true } }, expect.stringMatching(/^ids must be/)],
  [{ ids: [2 ** 31], change: { disabled: true } }, expect.stringMatching(/^ids must be/)],
  [{ ids: [1], change: { disable: true } }, 'change: "disable" is not a field of this request.'],
  [{ ids: [1], change: { disabled: 'true' } }, 'change: disabled must be true or false.'],
  [{ ids: [1], change: { ip: 'nowhere' } }, expect.stringMatching(/^change: ip must be/)],
  [{ ids: [1], change: { extendDays: 36501 } }, 'change: extendDays must be an integer from -36500 to 36500.'],
  [{ ids: [1], change: { extendDays: 1, expiresAt: 0 } }, 'change: give expiresAt or extendDays, not both.'],
  [{ ids: [1], change: { expiresAtIfNone: 2e12 } }, 'change: expiresAtIfNone goes with extendDays only.'],
  [
    { ids: [1], change: { extendDays: 1, expiresAtIfNone: 0 } },
    expect.stringMatching(/^change: expiresAtIfNone must be a time from 2001 on/),
  ],
  [{ filter: [], change: { disabled: true } }, 'filter must be a JSON object.'],
  [{ filter: { status: 'true' }, change: { disabled: true } }, 'filter: status must be true or false.'],
  [
    { filter: { expiresBefore: '7' }, change: { disabled: true } },
    expect.stringMatching(/^filter: expiresBefore must be a time/),
  ],
  [{ filter: { limit: 3 }, change: { disabled: true } }, 'filter: "limit" is not a field of this request.'],
  [{ filter: { constructor: 3 }, change: { disabled: true } }, 'filter: "constructor" is not a field of this request.'],
  [{ filter: { uidPrefix: '' }, change: { disabled: true } }, expect.stringMatching(/^filter: uidPrefix must be text/)],
  [{ ids: [1], change: { disabled: true }, preview: 1 }, 'preview must be true or false.'],
  [{ ids: [1], change: { disabled: true }, all: true }, '"all" is not a field of this request.'],
])('refuses %j with a sentence, and changes nothing', async (body, msg) => {
  const before = (await admin.get('/api/keys/bulk?limit=1000')).body.length;
  const answer = await admin.put('/api/keys', body);
  expect([answer.status, answer.body]).toEqual([400, { msg }]);
  expect((await admin.get('/api/keys/bulk?limit=1000')).body).toHaveLength(before);
});

it('changes nothing for a field that stands in the query: "preview" would be meant', async () => {
  const key = await createLicenseKey(admin);
  const { status, body } = await admin.put('/api/keys?preview=true', { ids: [key.id], change: { disabled: true } });
  expect([status, body]).toEqual([400, { msg: '"preview" is not a field of this request.' }]);
  expect((await admin.get('/api/keys/bulk')).body).toEqual([]);
});

it.each(['0', 'abc', '99999999', '1e3', '9'.repeat(30)])('knows no bulk change %s', async (id) => {
  for (const answer of [
    await admin.get(`/api/keys/bulk/${id}`),
    await admin.delete(`/api/keys/bulk/${id}`),
    await admin.get(`/api/keys/bulk/${id}/results`),
  ]) {
    expect([answer.status, answer.body]).toEqual([404, { msg: 'The specified bulk change was not found.' }]);
  }
});

it('is for those who may write license keys only', async () => {
  const reader = scenario.service.client((await createApiKey(admin, ['keys:read'])).secret);
  expect((await reader.put('/api/keys', { ids: [1], change: { disabled: true } })).status).toBe(403);
  expect((await reader.get('/api/keys/bulk')).status).toBe(403);
});
