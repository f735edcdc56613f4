import type { ApiClient } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { type Scenario, startScenario } from '../support/scenario';

let scenario: Scenario;
const newCaller = async (): Promise<ApiClient> =>
  scenario.service.client((await createApiKey(scenario.admin, ['check'])).secret);

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

it('are kept for each caller, replaced by name and screen, and deleted by their owner alone', async () => {
  const [one, other] = [await newCaller(), await newCaller()];
  const save = (name: string, search: string, screen = 'keys') => one.put('/api/views', { screen, name, search });
  const first = await save('Frühling 🌱', 'pid=6&uidPrefix=%C3%A4');
  expect([first.status, first.body]).toEqual([
    200,
    { id: 1, screen: 'keys', name: 'Frühling 🌱', search: 'pid=6&uidPrefix=%C3%A4', createdAt: expect.any(Number) },
  ]);
  await save('Frühling 🌱', 'pid=7');
  await save('Frühling 🌱', '', 'links');
  await save('frühling 🌱', '');
  const own = (await one.get('/api/views')).body as { id: number; screen: string; search: string }[];
  expect(own.map(({ screen, search }) => [screen, search])).toEqual([
    ['keys', 'pid=7'],
    ['links', ''],
    ['keys', ''],
  ]);
  expect((await other.get('/api/views')).body).toEqual([]);
  for (const id of [own[0].id, 'x', '1e0', ' 1'])
    expect((await other.delete(`/api/views/${encodeURIComponent(id)}`)).status).toBe(404);
  expect((await one.delete(`/api/views/${own[0].id}`)).body).toEqual(own[0]);
  expect((await one.get('/api/views')).body).toEqual(own.slice(1));
});

it('are a hundred at most, of which each can still be replaced', async () => {
  const caller = await newCaller();
  const save = (name: string) => caller.put('/api/views', { screen: 'keys', name, search: '' });
  for (let index = 0; index < 100; index++) await save(`view ${index}`);
  const refused = await save('one more');
  expect([refused.status, refused.headers['x-error-code']]).toEqual([409, 'view.tooMany']);
  expect((await save('view 7')).status).toBe(200);
});

it.each([
  [{ screen: 'keys', name: ' ', search: '' }, /^name must be/],
  [{ screen: 'keys', name: 'x'.repeat(101), search: '' }, /^name must be/],
  [{ screen: '../keys', name: 'x', search: '' }, /^screen must be/],
  [{ screen: 'keys', name: 'x', search: 'a b' }, /^search must be/],
  [{ screen: 'keys', name: 'x', search: 'x'.repeat(2001) }, /^search must be/],
  [{ screen: 'keys', name: 'x' }, /^search must be/],
])('%j is refused', async (body, msg) => {
  const answer = await scenario.admin.put('/api/views', body);
  expect([answer.status, answer.body]).toEqual([400, { msg: expect.stringMatching(msg) }]);
});
