import type { ApiClient } from './api-client';
import type { ConsolePage } from './console-page';
import { seedPlans } from './console-plans';
import { createLicenseKey } from './license-keys';
import { OwnShop, paidFact } from './sales';

/** A screen of the console: its address below /console, and what stands there when it has everything. */
export interface ConsoleScreen {
  readonly name: string;
  readonly path: string;
  readonly heading: string | RegExp;
  /** A text that comes with its data. */
  readonly shows: string | RegExp;
}

/** As long as names may be, without a place to break it. */
const LONG_NAME = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
  .repeat(3)
  .slice(0, 191);
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const RIGHT_TO_LEFT = 'אולפן הצלילים';

/** Fills a service with one of each thing. @returns every screen, with something to show */
export async function seedScreens(admin: ApiClient): Promise<ConsoleScreen[]> {
  const webhook = await seedWebhooks(admin);
  const { id, key } = await createLicenseKey(admin, { uid: 'anna@example.com', seats: 3, expiresAt: inDays(20) });
  await createLicenseKey(admin, { uid: 'bruno@example.com', disabled: true });
  const refused = await createLicenseKey(admin, { uid: 'clara@example.com', disabled: true });
  await admin.post('/api/check', { id: refused.key, info: '2.4.1' });
  const [{ id: log }] = (await admin.get('/api/logs?limit=1')).body;
  await admin.post('/api/products', { pid: 6, name: 'Tonspur Studio', metadata: { sku: 'TS-6' } });
  await admin.post('/api/customers', {
    uid: 'anna@example.com',
    name: 'Anna Tanaka',
    language: 'de',
    note: 'Two machines.',
  });
  for (const device of ['desk', 'laptop'])
    await admin.post('/api/check', { id: key, pid: 6, device, deviceName: device, info: '2.4.1', version: '4.2' });
  await admin.post('/api/check', { id: key, pid: 7 });
  const longLink = await seedLinks(admin);
  await admin.post('/api/signing', { issuer: 'shop.example' });
  const long = { uid: `${LONG_NAME.slice(0, 120)}@example.com`, name: LONG_NAME };
  await admin.post('/api/products', {
    pid: 8,
    name: LONG_NAME.slice(0, 100),
    metadata: { [LONG_NAME.slice(0, 60)]: LONG_NAME },
  });
  await seedPlans(admin, 6, { pid: 8, name: LONG_NAME });
  await admin.post('/api/customers', { ...long, note: LONG_NAME });
  const longest = await createLicenseKey(admin, {
    uid: long.uid,
    pid: 8,
    seats: 1,
    note: `${LONG_NAME} ${RIGHT_TO_LEFT}`,
  });
  for (const device of [RIGHT_TO_LEFT, LONG_NAME])
    await admin.post('/api/check', { id: longest.key, pid: 8, device, deviceName: device, info: LONG_NAME });
  const [{ id: longLog }] = (await admin.get('/api/logs?limit=1')).body;
  const { order, shop, unheard } = await seedSales(admin);
  const { body: job } = await admin.put('/api/keys', { ids: [id], change: { extendDays: 30 } });
  const [{ position: event }] = (await admin.get('/api/events?types=licenseKey.created&uid=anna%40example.com&wait=5'))
    .body;
  return [
    { name: 'overview', path: '/', heading: 'Overview', shows: 'INVALID PRODUCT' },
    { name: 'keys', path: '/keys', heading: 'License keys', shows: 'clara@example.com' },
    { name: 'key', path: `/keys/${id}`, heading: 'Anna Tanaka', shows: 'laptop' },
    { name: 'explain', path: `/logs/${log}`, heading: /^Why was a check from/, shows: 'this check' },
    { name: 'ask', path: `/keys/${id}/ask`, heading: 'What would a check answer?', shows: 'Filled in from' },
    { name: 'bulk-changes', path: '/keys/bulk', heading: 'Bulk changes', shows: 'Expires: +30 days' },
    { name: 'bulk-change', path: `/keys/bulk/${job.id}`, heading: 'Expires: +30 days', shows: 'Keys that failed' },
    { name: 'customers', path: '/customers', heading: 'Customers', shows: 'Anna Tanaka' },
    { name: 'customer', path: '/customers/anna@example.com', heading: 'Anna Tanaka', shows: 'Two machines.' },
    { name: 'products', path: '/products', heading: 'Products', shows: 'Tonspur Studio' },
    { name: 'product', path: '/products/6', heading: 'Tonspur Studio', shows: 'TS-6' },
    { name: 'long-key', path: `/keys/${longest.id}`, heading: LONG_NAME, shows: /its only seat is taken/ },
    { name: 'long-explain', path: `/logs/${longLog}`, heading: /^Why was Donau/, shows: 'this check' },
    {
      name: 'long-customer',
      path: `/customers/${encodeURIComponent(long.uid)}`,
      heading: LONG_NAME,
      shows: 'Devices and checks',
    },
    { name: 'long-product', path: '/products/8', heading: LONG_NAME.slice(0, 100), shows: 'Details' },
    { name: 'sales', path: '/sales', heading: 'Sales', shows: 'Paid' },
    { name: 'order', path: `/sales/orders/${order}`, heading: 'Pro, yearly', shows: 'Map Pro, yearly' },
    { name: 'shops', path: '/sales/shops', heading: 'Shops', shows: 'Our shop' },
    { name: 'shop', path: `/sales/shops/${shop}`, heading: 'Our shop', shows: 'Try again' },
    { name: 'new-shop', path: '/sales/shops?create=1', heading: 'Shops', shows: 'Next you get the address' },
    { name: 'map-item', path: `/sales/shops/${shop}?map=pro`, heading: 'Our shop', shows: 'Keys for each unit' },
    { name: 'unheard-shop', path: `/sales/shops/${unheard}`, heading: /^Donau/, shows: 'The address to enter there' },
    { name: 'live', path: '/live', heading: 'Live checks', shows: 'INVALID PRODUCT' },
    { name: 'events', path: '/events', heading: 'Events', shows: 'Device refused: no seat' },
    { name: 'event', path: `/events?record=${event}`, heading: 'Events', shows: 'Sent to webhooks' },
    { name: 'webhooks', path: '/webhooks', heading: 'Webhooks', shows: 'Emails for customers' },
    { name: 'webhook', path: `/webhooks/${webhook}`, heading: '127.0.0.1:9/hooks', shows: 'Send now' },
    { name: 'new-webhook', path: '/webhooks?create=1', heading: 'Webhooks', shows: 'Which events it gets' },
    { name: 'mail', path: '/mail', heading: 'Mail', shows: 'License ends soon' },
    {
      name: 'mail-template',
      path: '/mail/delivered',
      heading: 'License keys of an order',
      shows: /Thank you for your order/,
    },
    { name: 'links', path: '/links', heading: 'Links', shows: 'spring' },
    { name: 'link', path: '/links/spring', heading: 'Spring sale', shows: 'The short address, to print.' },
    { name: 'domains', path: '/links/domains', heading: 'Domains', shows: 'go.example.com' },
    { name: 'visits', path: '/visits', heading: 'Visits', shows: 'Firefox' },
    { name: 'long-link', path: `/links/${longLink}`, heading: /^Donau/, shows: /leads nowhere|has ended/ },
    { name: 'transfer', path: '/transfer', heading: 'Import & export', shows: 'Drop a file here' },
    { name: 'api-keys', path: '/api-keys', heading: 'API keys', shows: 'bootstrap' },
    { name: 'audit', path: '/audit', heading: 'Audit', shows: `${key.slice(0, 8)}…` },
    { name: 'signing', path: '/signing', heading: 'Signing', shows: 'shop.example' },
    { name: 'offline-licenses', path: '/offline-licenses', heading: 'Offline licenses', shows: /license/i },
    { name: 'sessions', path: '/sessions', heading: 'Sessions', shows: 'this one' },
    { name: 'doctor', path: '/doctor', heading: 'Doctor', shows: 'OK' },
    { name: 'start', path: '/start', heading: 'Your first license check', shows: 'Save the name' },
    { name: 'started', path: `/start?pid=6&key=${id}`, heading: 'Your first license check', shows: 'Check it again' },
    { name: 'guide', path: '/guides/desk', heading: 'Find, explain, put right', shows: 'the number of her order' },
    { name: 'nothing', path: '/nowhere', heading: 'Nothing here', shows: 'Go to the start page' },
  ];
}

/** One to look at, and one that has ended, with all as long as it may be. @returns the name of the second */
async function seedLinks(admin: ApiClient): Promise<string> {
  const url = 'https://example.com/spring?utm_source=mail';
  await admin.post('/api/domains', { host: 'go.example.com', rootUrl: 'https://www.example.com/' });
  await admin.post('/api/links', { url, name: 'spring', title: 'Spring sale', tags: 'mail, spring', maxVisits: 100 });
  for (const from of ['?utm_source=news&utm_campaign=spring', '?qr', ''])
    await admin.get(`/spring${from}`, { headers: { 'user-agent': FIREFOX, 'accept-language': 'de' } });
  const name = LONG_NAME.normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .slice(0, 128);
  const tags = `${LONG_NAME.slice(0, 50)}, ${RIGHT_TO_LEFT}`;
  const words = { title: `${LONG_NAME} ${RIGHT_TO_LEFT}`.slice(0, 200), note: LONG_NAME, tags };
  await admin.post('/api/links', {
    url: `https://example.com/${'x'.repeat(2000)}`,
    name,
    expiresAt: inDays(-2),
    ...words,
  });
  return name;
}

/** Where nobody listens, so that what is sent fails; WEBHOOK_NETWORKS has to allow it. @returns the id of the first */
async function seedWebhooks(admin: ApiClient): Promise<number> {
  const url = 'http://127.0.0.1:9/hooks';
  const { body } = await admin.post('/api/webhooks', {
    url,
    description: 'Emails for customers',
    types: ['licenseKey.created', 'licenseKey.expiring'],
    headers: { Authorization: 'Bearer 7fK2' },
  });
  await admin.post('/api/webhooks', {
    url: `${url}/${LONG_NAME}`,
    description: `${LONG_NAME} ${RIGHT_TO_LEFT}`,
    pid: 8,
    active: false,
  });
  return body.id;
}

/** One shop with an order that is done and one that waits, and another that nothing has come from. */
async function seedSales(admin: ApiClient): Promise<{ order: number; shop: number; unheard: number }> {
  const shop = await OwnShop.open(admin);
  await shop.map('mug', { pid: null });
  await shop.map(LONG_NAME.slice(0, 100), { pid: 8 });
  await shop.send(admin, paidFact('A-2026-0041', { items: [{ id: LONG_NAME.slice(0, 100), quantity: 2 }] }));
  await shop.send(admin, paidFact('A-2026-0042', { items: [{ id: 'pro', title: 'Pro, yearly', quantity: 1 }] }));
  await shop.settled();
  const { id: order } = await shop.orderOf('A-2026-0042');
  const { body } = await admin.post('/api/sources', { type: 'stripe', name: LONG_NAME.slice(0, 100) });
  return { order, shop: shop.id, unheard: body.id };
}

const inDays = (days: number): number => Date.now() + days * 86_400_000;

/** Opens a screen, and waits until its data is there. */
export async function show(page: ConsolePage, { path, heading, shows }: ConsoleScreen): Promise<void> {
  await page.visit(path);
  // A heading behind a dialog is hidden from those who hear the page.
  if (!/\?(?:show|record|create)=/.test(path)) await page.heading(heading);
  await page.see(shows, page.page.locator('body'));
  // Not even what fades in is half there.
  await settle(page);
}

/** Waits until what has changed is on the screen, and nothing moves any more. */
export async function settle({ page }: ConsolePage): Promise<void> {
  await page.evaluate(DRAWN);
  await page.evaluate(SETTLED);
}

const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';
const SETTLED = `Promise.allSettled(
  document.getAnimations().filter(({ effect }) => effect.getTiming().iterations !== Infinity).map(({ finished }) => finished),
).then(() => undefined)`;
