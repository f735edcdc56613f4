import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client';
import { runSql } from '../support/run-sql';
import { Service } from '../support/service';
import { readShopFixtures } from '../support/shop-fixtures';
import { GumroadStandIn } from '../support/shop-stand-ins/gumroad-stand-in';
import { type ShopStandIn, STAND_IN_TOKEN } from '../support/shop-stand-ins/shop-stand-in';
import { shopsThatSold } from '../support/shop-stand-ins/shops-that-sold';
import { StripeStandIn } from '../support/shop-stand-ins/stripe-stand-in';
import { createMigratedDatabase, type TestDatabase } from '../support/test-database';

const ENVIRONMENT = { SECRET_KEY: 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=', WEBHOOK_NETWORKS: '127.0.0.1' };
const DAY_MS = 86_400_000;
const SUBSCRIPTIONS = 40;

let database: TestDatabase;
let service: Service;
const shops: ShopStandIn[] = [];
const admin = (): ApiClient => service.client();

beforeAll(async () => {
  database = await createMigratedDatabase();
  service = await Service.start({ DATABASE_URL: database.url, ...ENVIRONMENT });
});
afterAll(async () => {
  await service.stop('SIGINT');
  await Promise.all(shops.map((shop) => shop.end()));
  await database.drop();
});

async function connect(shop: ShopStandIn, item: string): Promise<string> {
  shops.push(await shop.start());
  const source = { type: shop.shop.type, name: shop.shop.name, apiToken: STAND_IN_TOKEN, apiUrl: shop.url };
  const { body } = await admin().post('/api/sources', source);
  await admin().post(`/api/sources/${body.id}/mappings`, { item, pid: 6 });
  return `/api/sources/${body.id}`;
}

async function until(path: string, isSo: (body: never) => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!isSo((await admin().get(path)).body as never)) {
    if (Date.now() > deadline) throw new Error(`${path} doesn't become what it should be.`);
    await sleep(50);
  }
}

const countOf = async (table: string) =>
  Number(((await runSql(database, `SELECT COUNT(*) AS n FROM ${table}`)) as { n: number | string }[])[0].n);

/** As after three days in which nothing of a shop's came; a start looks what changed. */
async function startAfterThreeDays(): Promise<void> {
  await service.stop('SIGINT');
  await runSql(database, 'UPDATE sources SET reconciledUntil = ?', [Date.now() - 3 * DAY_MS]);
  service = await Service.start({ DATABASE_URL: database.url, ...ENVIRONMENT });
}

/** A subscription's first two messages, for another buyer and some time in the last three days. */
function sold(stripe: StripeStandIn, number: number): void {
  const created = Math.floor((Date.now() - (3 * DAY_MS * (number + 1)) / (SUBSCRIPTIONS + 1)) / 1000);
  for (const name of ['subscription-created', 'invoice-first-old']) {
    const { body } = readShopFixtures('stripe').find((each) => each.name === name)!;
    const text = JSON.stringify({ ...body, created, id: `evt_${name}` })
      .replaceAll(/"(evt|sub|in|pi|ch|cus)_\w[\w-]*"/g, (id) => `${id.slice(0, -1)}_${number}"`)
      .replaceAll('anna@example.com', `buyer-${number}@example.com`);
    stripe.events.push(JSON.parse(text) as object as StripeStandIn['events'][number]);
  }
}

it('makes up for three days without webhooks, and makes nothing twice', async () => {
  const stripe = new StripeStandIn(25);
  const path = await connect(stripe, 'price_month');
  for (let number = 0; number < SUBSCRIPTIONS; number++) sold(stripe, number);
  // A shop that is down at first is asked again from the same time.
  stripe.failNext({ status: 500, body: { error: { message: 'We are down' } } });
  await startAfterThreeDays();
  await until(path, ({ failure = '' }: { failure?: string }) => failure.includes('We are down'));
  await startAfterThreeDays();
  await until('/api/orders?status=paid&limit=1000', (orders: unknown[]) => orders.length === SUBSCRIPTIONS);
  await until(`${path}/inbox?state=new`, (inbox: unknown[]) => inbox.length === 0);
  const messages = await countOf('inbox_messages');
  expect([await countOf('license_keys'), messages]).toEqual([3 * SUBSCRIPTIONS, 2 * SUBSCRIPTIONS]);
  const asked = stripe.asked.length;
  await startAfterThreeDays();
  await until(path, ({ reconciledUntil }: { reconciledUntil: number }) => reconciledUntil > Date.now() - 60_000);
  expect(stripe.asked.length).toBeGreaterThan(asked);
  expect([await countOf('license_keys'), await countOf('inbox_messages')]).toEqual([3 * SUBSCRIPTIONS, messages]);
});

it('makes up for them at every other shop, from several pages, and makes nothing twice', async () => {
  const times = [0, 1, 2, 3, 4].map((sale) => Date.now() - (3 - sale / 2) * DAY_MS + 60_000);
  const sold = shopsThatSold(times);
  const paths: string[] = [];
  for (const { standIn, item } of sold) paths.push(await connect(standIn, item));
  const before = await countOf('license_keys');
  const expected = sold.reduce((sum, { quantity }) => sum + quantity * times.length, 0);
  for (let round = 0; round < 2; round++) {
    await startAfterThreeDays();
    for (const path of paths) {
      await until(path, ({ reconciledUntil }: { reconciledUntil: number }) => reconciledUntil > Date.now() - 60_000);
      await until(`${path}/inbox?state=new`, (inbox: unknown[]) => inbox.length === 0);
      expect((await admin().get(`${path}/inbox?state=undone`)).body).toEqual([]);
      const { body: orders } = await admin().get(`/api/orders?source=${path.split('/').at(-1)}&status=paid`);
      expect(orders).toHaveLength(times.length);
    }
    expect((await countOf('license_keys')) - before).toBe(expected);
  }
  for (const { standIn } of sold) expect(standIn.asked.length).toBeGreaterThan(2 * (times.length / 2));
});

it('asks Gumroad back for what anybody could have sent', async () => {
  const gumroad = new GumroadStandIn();
  const path = await connect(gumroad, 'editor/Pro');
  const { body, answers } = readShopFixtures('gumroad').find(({ name }) => name === 'sale-asked-back')!;
  const form = String(new URLSearchParams(body as Record<string, string>));
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const ping = (text: string) => service.client(null).post(`${path}/events`, text, { headers });
  expect((await ping(form.replace('s4le', 'forged'))).status).toBe(204);
  await until(`${path}/inbox?state=refused`, (inbox: unknown[]) => inbox.length === 1);
  gumroad.sales.push((Object.values(answers!)[0] as { sale: Record<string, unknown> }).sale);
  expect((await ping(form)).status).toBe(204);
  await until(`/api/orders?reference=${encodeURIComponent('sale:s4le==')}`, (orders: unknown[]) => orders.length === 1);
  const { body: refused } = await admin().get(`${path}/inbox?state=refused`);
  expect(refused[0].problem).toContain('Gumroad knows no such sale of this account.');
});

it('keeps few messages that anybody could have sent', async () => {
  const gumroad = new GumroadStandIn();
  const path = await connect(gumroad, 'flood/Pro');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const ping = async (text: string) => (await service.client(null).post(`${path}/events`, text, { headers })).status;
  const inbox = async (state: string) =>
    (await admin().get(`${path}/inbox?state=${state}&limit=1000`)).body as unknown[];
  // Neither Gumroad's words nor a sale of Gumroad's.
  for (let number = 1; number <= 30; number++)
    expect(await ping(number % 2 ? `nonsense=${number}` : `sale_id=forged${number}`)).toBe(204);
  await until(`${path}/inbox?state=new`, (fresh: unknown[]) => fresh.length === 0);
  expect([await inbox('undone'), await inbox('refused')].map(({ length }) => length)).toEqual([20, 20]);
  const [, source] = /(\d+)$/.exec(path)!;
  const rows = Array.from({ length: 1000 }, () => "(?, '', 'webhook', 1, 'waiting', 1, 0)").join(', ');
  const columns = 'sourceId, type, sentBy, receivedAt, state, tries, trusted';
  await runSql(database, `INSERT INTO inbox_messages (${columns}) VALUES ${rows}`, Array(1000).fill(source));
  expect(await ping('sale_id=forged-again')).toBe(503);
});
