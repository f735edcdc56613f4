import type { ApiClient } from '../support/api-client';
import { OwnShop, paidFact as paid } from '../support/sales';
import { type Scenario, startScenario, unique } from '../support/scenario';

const SECRET_KEY = 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=';
const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 31);
const MONTH_1 = Date.UTC(2099, 1, 28);
const MONTH_2 = Date.UTC(2099, 2, 31);

let scenario: Scenario;
let anybody: ApiClient;
let shop: OwnShop;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario({ SECRET_KEY });
  anybody = scenario.service.client(null);
  await admin().post('/api/products/6/plans', { code: 'pro', name: 'Pro', seats: 3 });
  await admin().post('/api/products/6/plans', { code: 'team', name: 'Team', seats: 10, graceDays: 7 });
  shop = await OwnShop.open(admin());
  await shop.map('pro', { pid: 6, plan: 'pro' });
  await shop.map('team', { pid: 6, plan: 'team' });
  await shop.map('seat', { pid: 6, each: 'seat', count: 2 });
  await shop.map('mug', { pid: null });
});
afterAll(() => scenario.close());

const tell = async (...facts: object[]) => {
  for (const fact of facts) expect(await shop.send(anybody, fact)).toBe(204);
  await shop.settled();
};
const keysOf = async (order: string) => {
  const { items } = await shop.orderOf(order);
  const ids = items.flatMap(({ keys }: { keys: number[] }) => keys) as number[];
  return Promise.all(ids.map(async (id) => (await admin().get(`/api/keys/${id}`)).body));
};

describe('a sale', () => {
  it('becomes an order, a customer and a license key, once however often it is told', async () => {
    const order = unique('order');
    await tell(paid(order), paid(order));
    const [key, ...others] = await keysOf(order);
    expect(others).toEqual([]);
    expect(key).toMatchObject({ product: 6, plan: 'pro', disabled: false });
    const { body: customer } = await admin().get(`/api/customers/${key.uuid}`);
    expect(customer).toMatchObject({ email: `${order}@example.com`, name: 'Anna Tanaka', language: 'de' });
    expect(await shop.orderOf(order)).toEqual({
      id: expect.any(Number),
      source: shop.id,
      reference: order,
      status: 'paid',
      test: false,
      uid: key.uuid,
      email: `${order}@example.com`,
      buyer: 'Anna Tanaka',
      total: '49.00',
      currency: 'EUR',
      createdAt: START,
      paidAt: START,
      items: [{ item: 'pro', quantity: 1, keys: [key.id] }],
    });
    const found = await admin().get(`/api/orders?key=${key.id}`);
    expect(found.body).toMatchObject([{ reference: order }]);
    const check = await admin().post(`/api/check/${key.key}`, { pid: 6 });
    expect(check.body).toMatchObject({ pass: true });
  });

  it('that something is missing of is among those with a problem, and no other', async () => {
    const [fine, missing] = [unique('order'), unique('order')];
    await tell(paid(fine), paid(missing, { items: [{ id: 'nobody-mapped', quantity: 1 }] }));
    const listed = async (problem: boolean) =>
      (await admin().get(`/api/orders?problem=${problem}&limit=1000`)).body.map(
        ({ reference, problem: why }: { reference: string; problem?: string }) => [reference, why !== undefined],
      );
    const [withProblem, without] = [await listed(true), await listed(false)];
    expect(withProblem).toContainEqual([missing, true]);
    expect(withProblem.filter(([, has]: [string, boolean]) => !has)).toEqual([]);
    expect(without).toContainEqual([fine, false]);
    expect(without.filter(([, has]: [string, boolean]) => has)).toEqual([]);
    const { status, body } = await admin().get('/api/orders?problem=perhaps');
    expect([status, body]).toEqual([400, { msg: 'problem must be true or false.' }]);
  });

  it('gives a second purchase of the same buyer a second key, of the same customer', async () => {
    const [first, second] = [unique('order'), unique('order')];
    await tell(paid(first), paid(second, { buyer: { email: `${first}@EXAMPLE.com` } }));
    const [[one], [other]] = [await keysOf(first), await keysOf(second)];
    expect([one.id === other.id, one.uuid === other.uuid]).toEqual([false, true]);
  });

  it('gives keys or seats for each unit as mapped, and nothing for what is no license', async () => {
    const order = unique('order');
    const items = [
      { id: 'pro', quantity: 3 },
      { id: 'seat', quantity: 5 },
      { id: 'mug', quantity: 1 },
    ];
    await tell(paid(order, { items }));
    const keys = await keysOf(order);
    expect(keys.map(({ plan, seats }) => [plan, seats])).toEqual([
      ['pro', undefined],
      ['pro', undefined],
      ['pro', undefined],
      [undefined, 10],
    ]);
    await tell({ type: 'changed', order, at: START + 1, items: [items[0], { id: 'seat', quantity: 1 }, items[2]] });
    expect((await keysOf(order)).map(({ seats }) => seats)).toEqual([undefined, undefined, undefined, 2]);
    await tell({ type: 'changed', order, at: START + 2, items: [{ id: 'pro', quantity: 1 }] });
    expect((await keysOf(order)).map(({ disabled }) => disabled)).toEqual([false, true, true, true]);
  });

  it('in the test mode of the shop makes test keys', async () => {
    const order = unique('order');
    await tell(paid(order, { test: true }));
    expect(await shop.orderOf(order)).toMatchObject({ test: true });
    expect(await keysOf(order)).toMatchObject([{ test: true }]);
  });

  it('is made of nothing that was not paid', async () => {
    const order = unique('order');
    await tell({
      type: 'changed',
      order,
      at: START,
      items: [{ id: 'pro', quantity: 1 }],
      buyer: { email: 'a@example.com' },
    });
    expect(await shop.orderOf(order)).toMatchObject({ status: 'unpaid', items: [{ keys: [] }] });
    await tell(paid(order, { at: START + DAY }));
    expect(await keysOf(order)).toHaveLength(1);
  });
});

it('keeps a plan that an item becomes license keys of, until that is mapped to another one', async () => {
  const plan = '/api/products/6/plans/basic';
  await admin().post('/api/products/6/plans', { code: 'basic', name: 'Basic' });
  const { body: mapping } = await shop.map('basic-yearly', { pid: 6, plan: 'basic' });
  expect(await admin().delete(plan)).toMatchObject({
    status: 409,
    body: {
      msg: 'The item "basic-yearly" of Our shop becomes license keys of this plan: map it to another one first.',
    },
  });
  const changed = await admin().put(`${shop.path}/mappings/${mapping.id}`, { plan: 'pro' });
  expect(changed.body).toEqual({ ...mapping, plan: 'pro' });
  expect((await admin().delete(plan)).status).toBe(200);
});

describe('a subscription', () => {
  const subscribed = (order: string) => paid(order, { payment: `${order}-1`, paidUntil: MONTH_1 });
  const renewed = (order: string) => ({
    type: 'renewed',
    order,
    at: START + 30 * DAY,
    payment: `${order}-2`,
    paidUntil: MONTH_2,
  });

  it('keeps one key through renewal, a switch, a late payment, its end and a new start', async () => {
    const order = unique('sub');
    await tell(subscribed(order));
    const [{ id, expiresAt, graceDays }] = await keysOf(order);
    expect([expiresAt, graceDays]).toEqual([MONTH_1, 3]);
    const states: unknown[] = [];
    const steps = [
      renewed(order),
      { type: 'changed', order, at: START + 31 * DAY, items: [{ id: 'team', quantity: 1 }] },
      { type: 'pastDue', order, at: START + 60 * DAY },
      { type: 'ended', order, at: START + 70 * DAY },
      { type: 'changed', order, at: START + 80 * DAY },
    ];
    for (const step of steps) {
      await tell(step);
      const [key, ...others] = await keysOf(order);
      expect([key.id, others]).toEqual([id, []]);
      const { status } = await shop.orderOf(order);
      states.push([status, key.plan, key.expiresAt, key.graceDays, key.disabled]);
    }
    expect(states).toEqual([
      ['paid', 'pro', MONTH_2, 3, false],
      // The plan has days of grace of its own.
      ['paid', 'team', MONTH_2, undefined, false],
      ['pastDue', 'team', MONTH_2, undefined, false],
      ['ended', 'team', MONTH_2, undefined, false],
      ['paid', 'team', MONTH_2, undefined, false],
    ]);
  });

  it('is as old as the first that was said of it, whatever came first', async () => {
    const order = unique('sub');
    await tell(renewed(order));
    await tell(subscribed(order));
    expect(await shop.orderOf(order)).toMatchObject({ createdAt: START, paidAt: START, paidUntil: MONTH_2 });
  });

  it('loses the period that is refunded, and with its first payment all', async () => {
    const order = unique('sub');
    const refund = (payment: number, refunded: string, day: number) => ({
      type: 'refunded',
      order,
      at: START + day * DAY,
      payment: `${order}-${payment}`,
      refunded,
    });
    await tell(subscribed(order), renewed(order), refund(2, 'part', 31));
    expect(await keysOf(order)).toMatchObject([{ expiresAt: MONTH_2, disabled: false }]);
    await tell(refund(2, 'all', 32));
    expect(await keysOf(order)).toMatchObject([{ expiresAt: MONTH_1, disabled: false }]);
    await tell(refund(1, 'all', 33));
    expect(await keysOf(order)).toMatchObject([{ disabled: true }]);
    const [key] = await keysOf(order);
    const { body: audit } = await admin().get(`/api/audit?targetType=licenseKey&targetId=${key.id}&limit=1`);
    expect(audit[0]).toMatchObject({ apiKeyName: `Our shop: ${order}`, reason: 'Refunded at Our shop' });
  });

  it('is taken back, and given again, although nothing is made of its item any more', async () => {
    const order = unique('sub');
    const dispute = { order, payment: `${order}-1` };
    const items = [{ id: unique('item'), quantity: 1 }];
    const { body: mapping } = await shop.map(items[0].id, { pid: 6, plan: 'pro' });
    const ofMapping = `${shop.path}/mappings/${mapping.id}`;
    await tell({ ...subscribed(order), items });
    expect(await keysOf(order)).toMatchObject([{ disabled: false }]);
    await admin().delete(ofMapping);
    await tell({ ...dispute, type: 'disputed', at: START + DAY, lost: true });
    expect(await keysOf(order)).toMatchObject([{ disabled: true }]);
    expect(await shop.orderOf(order)).toMatchObject({ status: 'disputed' });
    await shop.map(items[0].id, { pid: null });
    await tell({ ...dispute, type: 'disputeWon', at: START + 2 * DAY });
    expect(await keysOf(order)).toMatchObject([{ disabled: false, expiresAt: MONTH_1 }]);
    await tell({ type: 'refunded', order, at: START + 3 * DAY, payment: `${order}-1`, refunded: 'all' });
    expect(await keysOf(order)).toMatchObject([{ disabled: true }]);
  });

  it('is disabled by a lost dispute, and as it was once that is won; what the desk disabled stays so', async () => {
    const order = unique('sub');
    const dispute = { order, payment: `${order}-1` };
    await tell(subscribed(order), { ...dispute, type: 'disputed', at: START + DAY });
    const [{ id, disabled }] = await keysOf(order);
    expect(disabled).toBe(false);
    await tell({ ...dispute, type: 'disputed', at: START + 2 * DAY, lost: true });
    expect(await keysOf(order)).toMatchObject([{ disabled: true }]);
    await tell({ ...dispute, type: 'disputeWon', at: START + 3 * DAY });
    expect(await keysOf(order)).toMatchObject([{ disabled: false, expiresAt: MONTH_1 }]);
    await admin().put(`/api/keys/${id}`, { disabled: true });
    await tell({ ...dispute, type: 'disputed', at: START + 4 * DAY, lost: true });
    await tell({ ...dispute, type: 'disputeWon', at: START + 5 * DAY });
    expect(await keysOf(order)).toMatchObject([{ disabled: true }]);
  });
});
