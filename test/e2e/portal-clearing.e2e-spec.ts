import { setTimeout as sleep } from 'node:timers/promises';
import { type PortalScenario, startPortal } from '../support/portal';
import { unique } from '../support/scenario';

const WITH_ADDRESSES = [
  { table: 'portal_sessions', column: 'email' },
  { table: 'portal_address_changes', column: 'fromEmail' },
] as const;

let portal: PortalScenario;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

/** A customer who is signed in, and has asked for another address. */
async function askForAnother() {
  const uid = unique('customer');
  const email = `${uid}@example.com`;
  await portal.admin.post('/api/customers', { uid, email });
  const browser = portal.browser();
  await browser.enter(email);
  const wanted = `new-${email}`;
  await browser.submit('/portal/address', { email: wanted });
  await browser.mailTo(wanted, 'addressChange');
  return { uid, email, wanted };
}

/** How many rows of each table have an address. */
async function count(email: string): Promise<number[]> {
  const counts = WITH_ADDRESSES.map(async ({ table, column }) => {
    const rows = await portal.rows.query<unknown[]>(`SELECT id FROM ${table} WHERE ${column} = ?`, [email]);
    return rows.length;
  });
  return Promise.all(counts);
}

it('keeps the addresses of sessions and changes no longer than these last', async () => {
  const [{ email: over }, { email: open }] = [await askForAnother(), await askForAnother()];
  expect(await count(over)).toEqual([1, 1]);
  for (const { table, column } of WITH_ADDRESSES)
    await portal.rows.query(`UPDATE ${table} SET expiresAt = 1 WHERE ${column} = ?`, [over]);
  await portal.kill();
  await portal.startAgain();
  while ((await count(over)).some((rows) => rows > 0)) await sleep(50);
  expect(await count(open)).toEqual([1, 1]);
});

it('leaves no email of a person who is erased, neither codes nor those that go to a new address', async () => {
  const { uid, email, wanted } = await askForAnother();
  const find = () => portal.rows.query('SELECT kind FROM mails WHERE recipient IN (?, ?)', [email, wanted]);
  expect(await find()).toHaveLength(3);
  expect((await portal.admin.delete(`/api/customers/${uid}`)).status).toBe(200);
  expect(await find()).toEqual([]);
});
