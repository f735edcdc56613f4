import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client';
import { runSql } from '../support/run-sql';
import { OwnShop, paidFact as paid } from '../support/sales';
import { type Scenario, startScenario, unique } from '../support/scenario';

const ENVIRONMENT = {
  SECRET_KEY: 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=',
  // Nobody answers there: emails are queued, and stay.
  SMTP_URL: 'smtp://127.0.0.1:9?tls=none',
  MAIL_FROM: 'shop@example.com',
};

let scenario: Scenario;
let anybody: ApiClient;
let shop: OwnShop;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario(ENVIRONMENT);
  anybody = scenario.service.client(null);
  await admin().post('/api/products/6/plans', { code: 'pro', name: 'Pro' });
  shop = await OwnShop.open(admin());
  await shop.map('pro', { pid: 6, plan: 'pro' });
});
afterAll(() => scenario.close());

const tell = async (fact: object) => {
  expect(await shop.send(anybody, fact)).toBe(204);
  await shop.settled();
};
const countOf = async (order: string): Promise<number> => {
  const { items } = await shop.orderOf(order);
  return items.flatMap(({ keys }: { keys: number[] }) => keys).length;
};

/** Types of the events about an order, once there are as many. */
const toldOf = async (order: string, most: number): Promise<string[]> => {
  for (;;) {
    const { body } = await admin().get('/api/events?types=order.created,order.waiting,order.updated&limit=1000');
    const own = body.filter(({ data }: { data: { order: { reference: string } } }) => data.order.reference === order);
    if (own.length >= most) return own.map(({ type }: { type: string }) => type);
    await sleep(50);
  }
};

describe('the inbox', () => {
  it('keeps what nothing is mapped to until it is, and then does it by itself', async () => {
    const order = unique('order');
    await tell(
      paid(order, {
        items: [
          { id: order, title: 'Novelty', quantity: 1 },
          { id: 'pro', quantity: 1 },
        ],
      }),
    );
    const problem = `Nothing says what license keys "${order}" stands for: map it.`;
    expect(await shop.orderOf(order)).toMatchObject({ status: 'paid', problem });
    expect(await countOf(order)).toBe(1);
    const { body: waiting } = await admin().get(`${shop.path}/inbox?state=undone`);
    expect(waiting).toMatchObject([{ type: 'paid', state: 'waiting', problem }]);
    const { id } = await shop.orderOf(order);
    const { body: about } = await admin().get(`${shop.path}/inbox?order=${id}`);
    expect(about).toMatchObject([{ order: id, problem }]);
    const { body: items } = await admin().get(`${shop.path}/items`);
    expect(items).toEqual(
      expect.arrayContaining([
        { item: order, title: 'Novelty', isMapped: false, orders: 1, waiting: 1 },
        { item: 'pro', isMapped: true, orders: expect.any(Number), waiting: 0 },
      ]),
    );
    await shop.map(order, { pid: 6 });
    await shop.settled();
    expect(await countOf(order)).toBe(2);
    expect(await shop.orderOf(order)).not.toHaveProperty('problem');
    expect(await toldOf(order, 3)).toEqual(['order.created', 'order.waiting', 'order.updated']);
  });

  it.each<[string, object, { keys: number; mails: string[]; problem?: RegExp }]>([
    ['no address', { buyer: { id: 'buyer-1' } }, { keys: 1, mails: [], problem: /^The shop gave no email address/ }],
    [
      'an address that no email can go to',
      { buyer: { email: 'anna,berta@example.com' } },
      { keys: 1, mails: [], problem: /^The shop gave no email address/ },
    ],
    [
      'an address with umlauts',
      { buyer: { email: 'jörg@bücher.example' } },
      { keys: 1, mails: ['jörg@bücher.example'] },
    ],
    ['a quantity of 0', { items: [{ id: 'pro', quantity: 0 }] }, { keys: 0, mails: [] }],
    [
      'as many as anybody means',
      { items: [{ id: 'pro', quantity: 10_000 }], buyer: { id: 'buyer-2' } },
      { keys: 10_000, mails: [], problem: /^The shop gave no email address/ },
    ],
    [
      'more than anybody means',
      { items: [{ id: 'pro', quantity: 10_001 }] },
      { keys: 0, mails: [], problem: /^10001 of "pro" are 10001 keys, more than 10000: create them by hand/ },
    ],
  ])('makes what can be made of an order with %s, and says what helps', async (_, more, expected) => {
    const order = unique('order');
    await tell(paid(order, more));
    const { id, status } = await shop.orderOf(order);
    const { body: mails } = await admin().get(`/api/mails?order=${id}`);
    const [{ problem }] = (await admin().get(`${shop.path}/inbox?order=${id}`)).body;
    expect([status, await countOf(order), mails.map(({ to }: { to: string }) => to)]).toEqual([
      'paid',
      expected.keys,
      expected.mails,
    ]);
    expect(problem).toEqual(expected.problem && expect.stringMatching(expected.problem));
  });

  it.each<[string, (order: string, late: object) => object[]]>([
    [
      'the license keys are made',
      (order, late) => [
        paid(order, { buyer: { id: order } }),
        { type: 'changed', order, at: Date.UTC(2026, 1, 1), ...late },
      ],
    ],
    [
      'a renewal is told',
      (order, late) => [
        { type: 'renewed', order, at: Date.UTC(2026, 1, 28), paidUntil: Date.UTC(2099, 0, 1), buyer: { id: order } },
        paid(order, { ...late, paidUntil: Date.UTC(2026, 1, 28) }),
      ],
    ],
  ])(
    'mails the license keys to an address that the shop tells after %s, once, and the customer has it',
    async (_, of) => {
      const order = unique('late');
      const email = `${order}@example.com`;
      const [first, second] = of(order, { buyer: { id: order, email } });
      await tell(first);
      const { uid, id } = await shop.orderOf(order);
      expect((await admin().get(`/api/customers/${uid}`)).body.email).toBeUndefined();
      await tell(second);
      await tell({ type: 'changed', order, at: Date.UTC(2026, 2, 1), buyer: { email: `other-${email}` } });
      expect(await countOf(order)).toBe(1);
      expect((await admin().get(`/api/mails?order=${id}`)).body).toMatchObject([{ kind: 'delivered', to: email }]);
      expect((await admin().get(`/api/customers/${uid}`)).body).toMatchObject({ email });
    },
  );

  it('mails a further order in the language of the customer, which the shop doesn’t tell again', async () => {
    const [first, further] = [unique('order'), unique('order')];
    const email = `${first}@example.com`;
    await tell(paid(first, { buyer: { email, language: 'de' } }));
    await tell(paid(further, { buyer: { email: email.toUpperCase() } }));
    const { uid, id } = await shop.orderOf(further);
    expect(uid).toBe((await shop.orderOf(first)).uid);
    expect((await admin().get(`/api/mails?order=${id}`)).body).toMatchObject([{ language: 'de' }]);
  });

  it.each([
    ['another secret', { secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' }, /secret/],
    ['a clock that is off', { at: new Date(Date.now() - 3_600_000) }, /signed 6[01] minutes ago/],
  ])(
    'refuses a message with %s, says what may be wrong, and takes it once that is mended',
    async (_, settings, says) => {
      const order = unique('order');
      const own = await OwnShop.open(admin());
      await own.map('pro', { pid: 6 });
      expect(await own.send(anybody, paid(order), settings)).toBe(401);
      const { body } = await admin().get(`${own.path}/inbox?state=refused`);
      expect(body).toMatchObject([{ state: 'refused', type: '', problem: expect.stringMatching(says) }]);
      if (!('secret' in settings)) return;
      await admin().put(own.path, { secrets: [settings.secret] });
      await own.settled();
      expect(await own.orderOf(order)).toMatchObject({ status: 'paid' });
    },
  );

  it('keeps no more than 20 messages that are not genuine', async () => {
    const own = await OwnShop.open(admin());
    for (let sent = 0; sent < 25; sent++)
      expect(await own.send(anybody, paid('x'), { secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' })).toBe(401);
    expect((await admin().get(`${own.path}/inbox`)).body).toHaveLength(20);
  });

  it('keeps what can not be read, up to 1 MB of it', async () => {
    const own = await OwnShop.open(admin());
    expect(await own.send(anybody, { type: 'paid', order: 'x'.repeat(900_000) })).toBe(204);
    const [message] = (await admin().get(`${own.path}/inbox`)).body;
    expect(message).toMatchObject({ state: 'waiting', problem: expect.any(String) });
    expect((await admin().get(`${own.path}/inbox/${message.id}`)).body.body).toHaveLength(900_026);
    expect(await own.send(anybody, { type: 'x'.repeat(1_000_000) })).toBe(413);
  });

  it('takes a message once that comes several times, also at once', async () => {
    const order = unique('order');
    const own = await OwnShop.open(admin());
    await own.map('pro', { pid: 6 });
    const send = () => own.send(anybody, paid(order), { id: 'msg_twice' });
    expect(await Promise.all([send(), send(), send(), send()])).toEqual([204, 204, 204, 204]);
    await own.settled();
    expect(await send()).toBe(204);
    expect((await admin().get(`${own.path}/inbox`)).body).toMatchObject([{ state: 'done' }]);
    expect((await own.orderOf(order)).items[0].keys).toHaveLength(1);
  });

  it('keeps what was cut off on its way, and what it has no use for, and says so', async () => {
    const { body: source } = await admin().post('/api/sources', {
      type: 'wooCommerce',
      name: 'Woo',
      secrets: ['hush'],
    });
    const send = async (body: string, topic: string): Promise<number> => {
      const signature = createHmac('sha256', 'hush').update(body).digest('base64');
      const headers = {
        'content-type': 'application/json',
        'x-wc-webhook-signature': signature,
        'x-wc-webhook-topic': topic,
      };
      return (await anybody.post(source.path, body, { headers })).status;
    };
    expect([await send('{"id": 93}', 'product.updated'), await send('{"id": 727, "stat', 'order.updated')]).toEqual([
      204, 204,
    ]);
    await OwnShop.known(admin(), source.id).settled();
    const { body: inbox } = await admin().get(`/api/sources/${source.id}/inbox`);
    expect(inbox).toMatchObject([
      { state: 'waiting', problem: 'The body is not JSON, or was cut off on its way.' },
      {
        state: 'nothing',
        problem: 'Webhooks with the topic product.updated say nothing about what was bought.',
      },
    ]);
  });

  it('answers like one that does not exist while a source is switched off', async () => {
    const own = await OwnShop.open(admin(), { active: false });
    expect(await own.send(anybody, paid('x'))).toBe(404);
    expect((await admin().get(`${own.path}/inbox`)).body).toEqual([]);
  });
});

describe('the customer of an order', () => {
  it('takes it along to another uid, has it in the export, and leaves no trace in it when erased', async () => {
    const order = unique('canary');
    await tell(paid(order));
    const { uid, id } = await shop.orderOf(order);
    await admin().put(`/api/customers/${uid}`, { uid: `${order}-uid` });
    expect(await shop.orderOf(order)).toMatchObject({ uid: `${order}-uid` });
    const { body } = await admin().get(`/api/customers/${order}-uid/export`);
    expect(body.orders).toMatchObject([{ reference: order, email: `${order}@example.com` }]);
    expect((await admin().delete(`/api/customers/${order}-uid`)).status).toBe(200);
    const erased = await shop.orderOf(order);
    expect(erased).toMatchObject({ id, status: 'paid', total: '49.00' });
    expect([erased.uid, erased.email, erased.buyer]).toEqual([undefined, undefined, undefined]);
    const tables = ['orders', 'order_facts', 'audit_log', 'events', 'customers', 'search_words'];
    for (const table of tables) {
      const rows = JSON.stringify(await runSql(scenario.database, `SELECT * FROM ${table}`));
      expect([table, rows.includes(`${order}@example.com`)]).toEqual([table, false]);
    }
    const [message] = (await admin().get(`${shop.path}/inbox?limit=1`)).body;
    expect((await admin().get(`${shop.path}/inbox/${message.id}`)).body).not.toHaveProperty('body');
  });
});
