import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import type { Outcome } from '../../clients/typescript/src/outcome';
import { findChromium, startChromium } from '../support/chromium';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { ROOT } from '../support/root';
import { Service } from '../support/service';
import { createMigratedDatabase, type TestDatabase } from '../support/test-database';
import { describeIf } from '../support/skipping';

/* The client as a page has it: real WebCrypto, real CORS, the real service. */

const DAY_MS = 24 * 60 * 60 * 1000;
const program = findChromium();
const describeInBrowser = describeIf(program !== undefined, 'CHROMIUM names no browser, and none is installed');

let database: TestDatabase;
let service: Service;
let browser: Browser;
let pages: Server;
let rootKey: string;
let environment: Record<string, string>;
const port = () => (pages.address() as AddressInfo).port;

/** A page of a web site; all pages of one share what is kept. */
async function openPage(site = `http://127.0.0.1:${port()}`): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(site);
  return page;
}

interface Site {
  check(asking: Asking): Promise<Outcome>;
}

interface Asking {
  readonly url: string;
  readonly rootKey: string;
  readonly key: string;
  readonly fresh?: boolean;
}

/** What somebody's site would have. */
const SITE = `<!doctype html><title>A site</title><script type="module">
  import { createClient } from '/keylink.js';
  const store = { load: () => localStorage.keylink, save: (text) => { localStorage.keylink = text; } };
  globalThis.check = ({ url, rootKey, key, fresh }) =>
    createClient({ url, rootKey, product: ${PRODUCT}, store }).check({ key, device: 'this page', fresh });
</script>`;

/** Has the page ask. */
async function check(page: Page, key: string, change: Partial<Asking> = {}): Promise<Outcome> {
  const asking: Asking = { url: service.url, rootKey, key, ...change };
  await page.waitForFunction('globalThis.check');
  return page.evaluate((asking) => (globalThis as unknown as Site).check(asking), asking);
}

describeInBrowser(
  `a page${program === undefined ? ' (skipped: no Chromium is there; CHROMIUM can name one)' : ''}`,
  () => {
    jest.setTimeout(120_000);

    beforeAll(async () => {
      const { outputFiles } = buildSync({
        entryPoints: [join(ROOT, 'clients/typescript/src/browser.ts')],
        bundle: true,
        platform: 'browser',
        format: 'esm',
        target: 'es2022',
        write: false,
      });
      pages = createServer(({ url }, response) => {
        const isScript = url === '/keylink.js';
        response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
        response.end(isScript ? outputFiles[0].text : SITE);
      });
      await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
      database = await createMigratedDatabase();
      environment = {
        DATABASE_URL: database.url,
        LICENSE_KEY_AUTH: 'true',
        CORS_ORIGINS: `http://127.0.0.1:${port()}`,
      };
      service = await Service.start(environment);
      rootKey = (await service.client().post('/api/signing', {})).body.root.x;
      browser = await startChromium(program!);
    });
    afterAll(async () => {
      await browser.close();
      await new Promise((resolve) => pages.close(resolve));
      await service.stop('SIGINT');
      await database.drop();
    });

    it('is allowed, runs on by its cache while nobody answers, and is refused at the next contact', async () => {
      const { id, key } = await createLicenseKey(service.client(), { seats: 1 });
      const page = await openPage();
      const allowed = await check(page, key);
      expect(allowed).toEqual({ outcome: 'allowed', source: 'service', until: expect.any(Number) });
      expect(Math.abs((allowed as { until: number }).until - Date.now() - 14 * DAY_MS)).toBeLessThan(60_000);
      const { url } = service;
      await service.stop('SIGINT');
      await page.reload();
      expect(await check(page, key, { url, fresh: true })).toEqual({ ...allowed, source: 'cache' });
      service = await Service.start(environment);
      await service.client().put(`/api/keys/${id}`, { disabled: true });
      expect(await check(page, key, { fresh: true })).toMatchObject({ outcome: 'refused', status: 'KEY DISABLED' });
      await page.reload();
      expect(await check(page, key, { url })).toMatchObject({ outcome: 'unreachable', reason: 'network' });
    });

    it('follows a rotation of all keys that it slept through', async () => {
      const { key } = await createLicenseKey(service.client());
      const page = await openPage();
      expect(await check(page, key)).toMatchObject({ outcome: 'allowed', source: 'service' });
      for (const path of ['rotate-root', 'rotate']) await service.client().post(`/api/signing/${path}`);
      expect(await check(page, key, { fresh: true })).toMatchObject({ outcome: 'allowed', source: 'service' });
    });

    it.each([
      ['unsigned', () => ({ status: 'AUTHORISED', pass: true, details: '' }), 'unsigned'],
      ['with a signature of nobody', (signed: string) => ({ pass: true, signed: forge(signed) }), 'signature'],
    ])('believes no pass that comes %s', async (_, lie, reason) => {
      const { key } = await createLicenseKey(service.client(), { disabled: true });
      const page = await openPage();
      await page.evaluate('localStorage.clear()');
      await page.route('**/api/check/**', async (route) => {
        const response = await route.fetch();
        const { signed } = (await response.json()) as { signed: string };
        await route.fulfill({ response, json: lie(signed) });
      });
      expect(await check(page, key)).toMatchObject({ outcome: 'unreachable', reason });
      await page.unroute('**/api/check/**');
      expect(await check(page, key)).toMatchObject({ outcome: 'refused', status: 'KEY DISABLED' });
    });

    it('of a site that CORS_ORIGINS does not name reaches nobody, and is not refused', async () => {
      const { key } = await createLicenseKey(service.client());
      const page = await openPage(`http://localhost:${port()}`);
      expect(await check(page, key)).toMatchObject({ outcome: 'unreachable', reason: 'network' });
    });
  },
);

/** The verdict says that it is a pass, under the signature that it had. */
function forge(signed: string): string {
  const [header, payload, signature] = signed.split('.');
  const said = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const changed = Buffer.from(JSON.stringify({ ...said, status: 'AUTHORISED', pass: true })).toString('base64url');
  return [header, changed, signature].join('.');
}
