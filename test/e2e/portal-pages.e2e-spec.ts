import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { TEXTS } from '../../src/portal/texts/texts';
import { findChromium, startChromium } from '../support/chromium';
import { ConsolePage } from '../support/console-page';
import { violations } from '../support/axe';
import { createLicenseKey, type CreatedLicenseKey, PRODUCT } from '../support/license-keys';
import { type PortalBrowser, type PortalScenario, startPortal } from '../support/portal';
import { exchangeRaw } from '../support/raw-http';
import { ROOT } from '../support/root';
import { unique } from '../support/scenario';
import { describeIf } from '../support/skipping';

const CHROMIUM = findChromium();
const PICTURES = join(ROOT, 'artifacts/portal');
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="9" fill="#0b6e4f"/><path d="M12 28 20 10l8 18z" fill="#fff"/></svg>';
/** As small as phones are, a phone, and a window. */
const WIDTHS = [320, 360, 1280];

describeIf(CHROMIUM !== undefined, 'there is no Chromium')('the pages of the portal', () => {
  let portal: PortalScenario;
  let chromium: Browser;
  let folder: string;
  let key: CreatedLicenseKey;
  let over: CreatedLicenseKey;
  let email: string;
  let mails: PortalBrowser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'keylink-portal-'));
    writeFileSync(join(folder, 'logo.svg'), LOGO);
    mkdirSync(PICTURES, { recursive: true });
    portal = await startPortal({
      PORTAL_NAME: 'Acme Software',
      PORTAL_LOGO: join(folder, 'logo.svg'),
      PORTAL_COLOR: '0b6e4f',
      SECRET_KEY: randomBytes(32).toString('base64'),
    });
    chromium = await startChromium(CHROMIUM!);
    mails = portal.browser();
    await portal.admin.post('/api/signing', { issuer: 'acme' });
    await portal.admin.post('/api/products', { pid: PRODUCT, name: 'Atlas' });
    const meters = { exports: { limit: 500, period: 'month' } };
    const plan = { code: 'pro', name: 'Pro', seats: 3, updates: 'P1Y', graceDays: 7, meters };
    await portal.admin.post(`/api/products/${PRODUCT}/plans`, plan);
    for (const [version, platform] of [
      ['2.0.0', 'any'],
      ['2.1.0', 'macos'],
      ['2.1.0', 'windows'],
    ])
      await portal.admin.post(`/api/products/${PRODUCT}/releases`, {
        version,
        platform,
        url: `https://example.com/atlas-${version}-${platform}.zip`,
        size: 7_340_032,
      });
    const uid = unique('customer');
    email = 'anna.tanaka@example.com';
    await portal.admin.post('/api/customers', { uid, email, name: 'Anna Tanaka' });
    key = await createLicenseKey(portal.admin, { uid, plan: 'pro', expiresAt: Date.UTC(2031, 4, 2) });
    over = await createLicenseKey(portal.admin, { uid, expiresAt: Date.UTC(2020, 0, 1) });
    for (const deviceName of ['Laptop of Anna', 'Studio, second floor'])
      await portal.admin.post('/api/check', { id: key.key, device: deviceName, deviceName });
    await portal.admin.post(`/api/keys/${key.id}/uses`, { meter: 'exports', useId: 'one', amount: 120 });
    await portal.admin.post(`/api/keys/${key.id}/license`, { device: 'Studio, second floor' });
  });
  afterAll(async () => {
    await chromium?.close();
    await portal.close();
    rmSync(folder, { recursive: true });
  });

  /** A window in which no script of a page runs; what the tests evaluate does. */
  async function open(language: string, withScripts = false): Promise<Page> {
    const context = await chromium.newContext({ locale: language, javaScriptEnabled: withScripts });
    context.setDefaultTimeout(15_000);
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': mails.headers['x-forwarded-for'] });
    return context.newPage();
  }

  async function signIn(page: Page, label: string, send: string, code: string, enter: string): Promise<void> {
    await page.goto(portal.url);
    await page.getByLabel(label).fill(email);
    await mails.markSeen();
    await page.getByRole('button', { name: send }).click();
    const mail = await mails.mailTo(email);
    await page.getByLabel(code).fill(mail.code);
    await page.getByRole('button', { name: enter }).click();
  }

  it('work from signing in to an offline license without scripts, in German', async () => {
    const page = await open('de-DE');
    await signIn(page, 'E-Mail-Adresse', 'Code zusenden', 'Code aus 8 Ziffern', 'Anmelden');
    await page.getByText(`Angemeldet als ${email}`).waitFor();
    await page
      .getByRole('link', { name: /Details.*Atlas/ })
      .first()
      .click();
    await page.getByText('2. Mai 2031').waitFor();
    await page.getByRole('button', { name: 'Lizenzschlüssel anzeigen' }).click();
    await page.getByText(key.key).waitFor();
    await page.getByRole('button', { name: 'Laptop of Anna freigeben' }).click();
    await page.getByText('Das Gerät ist freigegeben').waitFor();
    expect(await page.getByRole('button', { name: /freigeben$/ }).count()).toBe(0);
    const request = { key: key.key, product: PRODUCT, device: 'offline-box', nonce: 'nOnce_of-the-client-01' };
    const text = `KLR1.${Buffer.from(JSON.stringify(request)).toString('base64url')}`;
    writeFileSync(join(folder, 'request.txt'), `${text}\r\n`);
    await page.getByLabel('oder eine Datei mit dem Anfragecode').setInputFiles(join(folder, 'request.txt'));
    await page.getByRole('button', { name: 'Lizenz erstellen' }).click();
    expect(await page.getByRole('textbox', { name: 'Offline-Lizenz' }).inputValue()).toMatch(
      /^[\w-]+\.[\w-]+\.[\w-]+$/,
    );
    await page.goBack();
    await page.getByLabel('Anfragecode', { exact: true }).fill(text);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Erstellen und als Datei herunterladen' }).click();
    expect((await download).suggestedFilename()).toBe('license.txt');
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByText('License for Atlas').first().waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to your licenses' }).waitFor();
    await page.context().close();
  });

  it('have no section without anything in it for a license that has ended', async () => {
    const browser = portal.browser();
    await browser.enter(email);
    const titlesOf = async ({ id }: CreatedLicenseKey) =>
      [...(await browser.open(`/portal/keys/${id}`)).text.matchAll(/<h2 id="(\w+)"/g)].map(([, title]) => title);
    expect(await titlesOf(over)).toEqual(['facts']);
    expect(await titlesOf(key)).toEqual(['facts', 'devices', 'uses', 'offline', 'downloads']);
  });

  it('can be used by keys alone', async () => {
    const page = await open('en-GB');
    await page.goto(portal.url);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to content');
    const names = ['Acme Software', 'Deutsch'];
    for (const name of names) {
      await page.keyboard.press('Tab');
      expect((await page.locator(':focus').textContent())?.trim()).toBe(name);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.type(email);
    await mails.markSeen();
    await page.keyboard.press('Enter');
    await page.getByLabel('Code of 8 digits').focus();
    await page.keyboard.type((await mails.mailTo(email)).code);
    await page.keyboard.press('Enter');
    await page.getByText('Signed in as').waitFor();
    const tabTo = async (role: 'link' | 'button', name: string | RegExp): Promise<void> => {
      const wanted = page.getByRole(role, { name }).first();
      await wanted.waitFor();
      const isFocused = async () => (await wanted.and(page.locator(':focus')).count()) === 1;
      for (let presses = 0; presses < 40 && !(await isFocused()); presses++) await page.keyboard.press('Tab');
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
      expect([name, await isFocused(), outline]).toEqual([name, true, 'solid']);
    };
    const spare = 'Spare desk';
    await portal.admin.post('/api/check', { id: key.key, device: spare, deviceName: spare });
    await tabTo('link', /Details.*Atlas/);
    await page.keyboard.press('Enter');
    await tabTo('button', `Release ${spare}`);
    await page.keyboard.press('Enter');
    await page.getByText('The device was released').waitFor();
    await tabTo('link', 'Replace this license key');
    await page.keyboard.press('Enter');
    await tabTo('button', 'Replace the license key now');
    await page.keyboard.press('Enter');
    await page.getByText('You have a new license key').waitFor();
    await page.context().close();
  });

  it.each<[string, string, 'en' | 'de']>([
    ['English', 'en-GB', 'en'],
    ['German', 'de-DE', 'de'],
  ])('are read on all widths, by axe too, and look as they should, in %s', async (_, locale, language) => {
    const texts = TEXTS[language];
    const page = await open(locale, true);
    const shown = await ConsolePage.open(portal.service, page.context());
    const look = async (name: string): Promise<void> => {
      expect([name, await shown.page.locator('html').getAttribute('lang')]).toEqual([name, language]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await shown.page.emulateMedia({ colorScheme });
        for (const width of WIDTHS) {
          await shown.page.setViewportSize({ width, height: 800 });
          const wide = await shown.page.evaluate('document.documentElement.scrollWidth');
          expect([name, width, (wide as number) <= width]).toEqual([name, width, true]);
          if (colorScheme === 'dark' && width === 320) continue;
          const of = `${name}${language === 'en' ? '' : `-${language}`}`;
          const path = join(PICTURES, `${of}-${width}${colorScheme === 'dark' ? '-dark' : ''}.png`);
          await shown.page.screenshot({ path, fullPage: true });
        }
        expect([name, colorScheme, await violations(shown)]).toEqual([name, colorScheme, []]);
      }
    };
    await shown.page.goto(portal.url);
    await look('sign-in');
    await shown.page.getByLabel(texts.signIn.email).fill(email);
    await mails.markSeen();
    await shown.page.getByRole('button', { name: texts.signIn.send }).click();
    await look('code');
    await shown.page.getByLabel(texts.code.label).fill('00000000');
    await shown.page.getByRole('button', { name: texts.code.enter }).click();
    await look('wrong-code');
    const { link } = await mails.mailTo(email);
    await shown.page.goto(portal.service.url + link);
    await look('link');
    await shown.page.getByRole('button', { name: texts.link.enter }).click();
    await look('overview');
    await shown.page.goto(`${portal.url}/keys/${key.id}`);
    await look('key');
    await shown.page.getByRole('button', { name: texts.key.show }).click();
    await look('key-shown');
    await shown.page.goto(`${portal.url}/keys/${key.id}/replace`);
    await look('replace');
    await shown.page.goto(`${portal.url}/address`);
    await look('address');
    await shown.page.goto(`${portal.url}/nothing`);
    await look('nothing');
    shown.expectTrouble(/./);
    await page.context().close();
  });

  it('are on a host of their own, if they have one, and nothing else is', async () => {
    const own = await startPortal({ PORTAL_URL: 'http://license.example.com' });
    try {
      const get = (path: string, host: string) =>
        exchangeRaw(own.service.url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      const start = await get('/', 'license.example.com');
      expect([start.status, start.body.includes('href="/style.css?v=')]).toEqual([200, true]);
      expect(start.head).toMatch(/^set-cookie: keylink-portal=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/im);
      expect((await get('/style.css', 'license.example.com')).head).toContain('text/css');
      for (const path of ['/api/keys', '/console', '/health/live', '/docs', '/metrics', '/some-link'])
        expect([path, (await get(path, 'license.example.com')).status]).toEqual([path, 404]);
      for (const host of ['License.Example.com.', 'license.example.com:443', 'license.example.com.:8080'])
        expect([host, (await get('/health/live', host)).status]).toEqual([host, 404]);
      expect((await get('/health/live', 'go.example.com')).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  it('leave the name to links while there is no portal', async () => {
    const off = await startPortal({ PORTAL_URL: '' });
    try {
      expect((await off.admin.get('/portal')).status).toBe(404);
      expect((await off.admin.post('/api/link', { name: 'portal', url: 'https://example.com' })).status).toBe(400);
      expect(await off.admin.post('/api/portal/links', { uid: 'customer-17' })).toMatchObject({
        status: 409,
        body: { msg: expect.stringContaining('PORTAL_URL') },
      });
    } finally {
      await off.close();
    }
  });
});
