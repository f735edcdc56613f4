import type { Page } from 'playwright-core';
import { createApiKey } from '../support/api-keys';
import { violations } from '../support/axe';
import type { ConsolePage } from '../support/console-page';
import { describeConsole } from '../support/console-rig';

/** Where what is evaluated runs. */
interface Browser {
  getComputedStyle(element: unknown): Readonly<Record<string, string>>;
}

const PRODUCT = 6;
/** More than fit a page of the portal. */
const KEYS = 52;

describeConsole(
  'what a customer sees, in the console',
  (rig) => {
    /** With what must not end the address of the page early. */
    const uid = 'anna/tanaka & co?';
    let key: { id: number; key: string };

    beforeAll(async () => {
      await rig.admin.post('/api/products', { pid: PRODUCT, name: 'Atlas' });
      await rig.admin.post(`/api/products/${PRODUCT}/plans`, { code: 'pro', name: 'Pro', seats: 3 });
      await rig.admin.post('/api/customers', { uid, name: 'Anna Tanaka', email: 'anna@example.com' });
      key = (await rig.admin.post('/api/keys', { uid, pid: PRODUCT, plan: 'pro' })).body;
      await rig.admin.post('/api/check', { id: key.key, device: 'laptop', deviceName: 'Laptop of Anna' });
      for (let more = 1; more < KEYS; more++) await rig.admin.post('/api/keys', { uid, pid: PRODUCT });
    });

    it('counts on the customer’s screen no further than was read, and says so', async () => {
      const screen = await rig.open(`/customers/${encodeURIComponent(uid)}`);
      for (const figure of ['20+ valid', '1+ hold a seat', '90 days: only the oldest license keys'])
        await screen.see(figure);
      // Of the oldest key, which isn't among the newest.
      await screen.page
        .getByText('Last check', { exact: true })
        .first()
        .locator('..')
        .getByText(/ago|now/)
        .waitFor();
    });

    async function openView(screen: ConsolePage): Promise<Page> {
      await screen.click('button', 'More');
      const opened = screen.context.waitForEvent('page');
      await screen.click('link', 'What the customer sees');
      const page = await opened;
      await page.getByText(`This is what the customer ${uid} sees`).waitFor();
      return page;
    }

    it('opens from the customer’s screen, looks as the portal does, and does nothing', async () => {
      const screen = await rig.open(`/customers/${encodeURIComponent(uid)}`);
      const page = await openView(screen);
      const troubles: string[] = [];
      page.on('console', (message) => void troubles.push(message.text()));
      page.on('response', (response) => void (response.status() >= 400 && troubles.push(response.url())));
      await page.reload();
      const card = page.locator('.card').first();
      // The files of the portal are found, and allowed.
      const style = await card.evaluate(
        (element) => (globalThis as unknown as Browser).getComputedStyle(element).padding,
      );
      expect(style).not.toBe('0px');
      await page
        .getByRole('link', { name: /^Details/ })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: 'License for Atlas' }).waitFor();
      await page.getByText('Laptop of Anna').waitFor();
      await page.getByText('1 of 3 in use').waitFor();
      expect(await page.content()).not.toContain(key.key);
      await page.getByRole('link', { name: 'All licenses' }).click();
      await page.getByText(`This is what the customer ${uid} sees`).waitFor();
      const links = page.getByRole('link', { name: /^Details/ });
      expect(await links.count()).toBe(50);
      await page.getByRole('link', { name: 'More licenses' }).click();
      await page.waitForURL(/\?after=\d+$/);
      expect(await links.count()).toBe(KEYS - 50);
      expect(await page.locator('form, button, input').count()).toBe(0);
      await page.setViewportSize({ width: 320, height: 700 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
      expect(await violations({ page })).toEqual([]);
      expect(troubles).toEqual([]);
      await page.close();
    });

    it('is offered only to those who may see license keys, and not without a record', async () => {
      const { secret } = await createApiKey(rig.admin, ['customers:read']);
      const screen = await rig.open(`/customers/${encodeURIComponent(uid)}`, secret);
      await screen.click('button', 'More');
      await screen.get('button', /^Erase person…/).waitFor();
      expect(await screen.get('link', 'What the customer sees').count()).toBe(0);
      await rig.admin.post('/api/keys', { uid: 'nobody-knows', pid: PRODUCT });
      const other = await rig.open('/customers/nobody-knows', undefined, {});
      other.expectTrouble(/^404 GET \/api\/customers\/nobody-knows/);
      await other.see(/^Only license keys name this customer/);
      other.expectTrouble(/^404 GET \/api\/customers\/mistyped/);
      await other.visit('/customers/mistyped');
      await other.see(/^This customer has no record yet/);
      await other.visit('/customers/nobody-knows');
      await other.click('button', 'More');
      expect(await other.get('link', 'What the customer sees').count()).toBe(0);
    });
  },
  () => Promise.resolve({ PORTAL_URL: 'https://licenses.example.com', PORTAL_NAME: 'Acme', PORTAL_COLOR: '0b6e4f' }),
);
