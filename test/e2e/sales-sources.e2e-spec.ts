import { createApiKey } from '../support/api-keys';
import type { ApiClient } from '../support/api-client';
import { OwnShop, paidFact as paid } from '../support/sales';
import { type Scenario, startScenario, unique } from '../support/scenario';

let scenario: Scenario;
let anybody: ApiClient;
let shop: OwnShop;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario({ SECRET_KEY: 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=' });
  anybody = scenario.service.client(null);
  await admin().post('/api/products/6/plans', { code: 'pro', name: 'Pro' });
  shop = await OwnShop.open(admin());
  await shop.map('pro', { pid: 6, plan: 'pro' });
});
afterAll(() => scenario.close());

describe('/api/sources', () => {
  it('changes nothing after another has changed what it hides: the secrets, or the token', async () => {
    const fields = { type: 'stripe', name: 'Shop', secrets: ['whsec_one'], apiToken: 'rk_live_one' };
    const path = `/api/sources/${(await admin().post('/api/sources', fields)).body.id}`;
    const tagOf = async () => (await admin().get(path)).headers.etag as string;
    const put = (body: object, tag: string) => admin().put(path, body, { headers: { 'if-match': tag } });
    const first = await tagOf();
    expect((await put({ secrets: ['whsec_two'] }, first)).status).toBe(200);
    const behind = await put({ secrets: ['whsec_three'] }, first);
    expect([behind.status, behind.body.now]).toEqual([412, { secretCount: 1 }]);
    const second = await tagOf();
    expect((await put({ apiToken: 'rk_live_two' }, second)).status).toBe(200);
    const other = await put({ name: 'Mine' }, second);
    expect([other.status, other.body.now]).toEqual([412, { hasApiToken: true }]);
    const third = await tagOf();
    expect(await tagOf()).toBe(third);
    expect((await put({ name: 'Mine' }, third)).status).toBe(200);
  });

  it('shows no secret, and deletes only what has no orders', async () => {
    const token = 'rk_live_hush';
    const { status, body } = await admin().post('/api/sources', {
      type: 'stripe',
      name: 'Shop',
      secrets: ['whsec_hush', 'whsec_older'],
      apiToken: token,
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Shop',
        active: true,
        createdAt: expect.any(Number),
        type: 'stripe',
        path: `/api/sources/${body.id}/events`,
        secretCount: 2,
        hasApiToken: true,
        reconciledUntil: expect.any(Number),
      },
    ]);
    const path = `/api/sources/${body.id}`;
    const changed = (await admin().put(path, { name: 'Other', apiToken: '' })).body;
    expect(changed).toEqual({ ...body, name: 'Other', hasApiToken: false });
    expect((await admin().get('/api/sources')).body).toContainEqual(changed);
    expect((await admin().delete(path)).body).toEqual(changed);
    expect((await admin().get(path)).status).toBe(404);
    const { body: audit } = await admin().get(`/api/audit?targetType=source&targetId=${body.id}`);
    expect(JSON.stringify(audit)).not.toContain('hush');
    expect(await shop.send(anybody, paid(unique('order')))).toBe(204);
    await shop.settled();
    expect((await admin().delete(shop.path)).status).toBe(409);
  });

  it('refuses wrong mappings', async () => {
    const refused = async (mapping: object) => (await shop.map('new', mapping)).body.msg;
    expect([
      await refused({ pid: 6, plan: 'gold' }),
      await refused({ pid: null, plan: 'pro' }),
      await refused({ pid: -1 }),
      await refused({ pid: 6, each: 'box' }),
      await refused({ pid: 6, count: 0 }),
      (await shop.map('pro', { pid: 6 })).body.msg,
    ]).toEqual([
      'plan: product 6 has no plan "gold".',
      'plan must be left out for an item that is no license.',
      'pid must be an integer from 0 to 2147483647, or null for an item that is no license.',
      'each must be one of key, seat.',
      'count must be an integer from 1 to 1000.',
      'The item "pro" is mapped already.',
    ]);
  });

  it('lets those see and change it who may', async () => {
    const reader = scenario.service.client((await createApiKey(admin(), ['sales:read'])).secret);
    expect((await reader.get(shop.path)).status).toBe(200);
    expect((await reader.put(shop.path, { name: 'Mine' })).status).toBe(403);
    expect((await reader.get('/api/orders')).status).toBe(200);
  });
});
