import { createApiKey } from '../support/api-keys';
import { type Scenario, startScenario } from '../support/scenario';

let scenario: Scenario;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

it('a plan is found by words of its own and of its product, whatever the product', async () => {
  const [pid, other] = [711, 712];
  await admin().post('/api/products', { pid, name: 'Klangwerk Zwölf' });
  const create = (product: number, code: string, name: string) =>
    admin().post(`/api/products/${product}/plans`, { code, name, metadata: { campaign: 'Herbst' } });
  await create(pid, 'einzel', 'Éinzelplatz');
  await create(pid, 'team', 'Gruppe');
  await create(other, 'einzeln', 'Solo');
  const find = async (query: string) => {
    const { body, headers } = await admin().get(`/api/plans?${query}`);
    return [(body as { code: string }[]).map(({ code }) => code), headers.link];
  };
  expect(await find('q=EINZEL')).toEqual([['einzel', 'einzeln'], undefined]);
  expect(await find('q=zwolf')).toEqual([['einzel', 'team'], undefined]);
  expect(await find('q=zwolf%20gruppe')).toEqual([['team'], undefined]);
  expect(await find('q=herbst%20solo')).toEqual([['einzeln'], undefined]);
  const [codes, link] = await find('q=einzel&limit=1');
  expect([codes, link]).toEqual([['einzel'], expect.stringMatching(/\/api\/plans\?q=einzel&limit=1&after=\d+>; rel="next"/)]); // oxfmt-ignore
  await admin().put(`/api/products/${pid}/plans/einzel`, { name: 'Allein' });
  await admin().delete(`/api/products/${other}/plans/einzeln`);
  expect([await find('q=einzelplatz'), await find('q=allein'), await find('q=einzeln')]).toEqual([
    [[], undefined],
    [['einzel'], undefined],
    [[], undefined],
  ]);
  expect((await admin().get('/api/plans?q=')).status).toBe(400);
  const stranger = scenario.service.client((await createApiKey(admin(), ['products:read'])).secret);
  expect((await stranger.get('/api/plans')).status).toBe(403);
});
