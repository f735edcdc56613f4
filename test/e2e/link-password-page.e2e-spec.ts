import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { violations } from '../support/axe';
import { findChromium, startChromium } from '../support/chromium';
import { ROOT } from '../support/root';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { describeIf } from '../support/skipping';

const CHROMIUM = findChromium();
const PICTURES = join(ROOT, 'artifacts/links');

describeIf(CHROMIUM !== undefined, 'there is no Chromium')('the page that asks for the password of a link', () => {
  let scenario: Scenario;
  let chromium: Browser;
  let target: Server;
  let url: string;

  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true });
    target = createServer((_, response) => response.end('You are there.')).listen(0, '127.0.0.1');
    await once(target, 'listening');
    url = `http://localhost:${(target.address() as AddressInfo).port}/there`;
    scenario = await startScenario();
    chromium = await startChromium(CHROMIUM!);
  });
  afterAll(async () => {
    await chromium.close();
    await scenario.close();
    target.close();
  });

  it.each([true, false])('leads a browser on to another site, with scripts: %s', async (javaScriptEnabled) => {
    const name = unique('asked');
    await scenario.admin.post('/api/links', { name, url, password: 'open sesame', forwardQuery: true });
    // Headless Chromium calls itself a program.
    const userAgent =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
    const context = await chromium.newContext({ javaScriptEnabled, userAgent, viewport: { width: 360, height: 640 } });
    const page = await context.newPage();
    await page.goto(`${scenario.service.url}/${name}?from=mail`);
    await page.getByLabel('Password').fill('sesame');
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await page.getByRole('alert').textContent()).toBe('This is not the password of the link.');
    if (javaScriptEnabled) expect(await violations({ page })).toEqual([]);
    await page.screenshot({ path: join(PICTURES, `password-${javaScriptEnabled}.png`) });
    await page.getByLabel('Password').fill('open sesame');
    await page.getByLabel('Password').press('Enter');
    await page.waitForURL(`${url}?from=mail`);
    expect(await page.textContent('body')).toBe('You are there.');
    expect((await scenario.admin.get(`/api/link/${name}`)).body.count).toBe(1);
    await context.close();
  });
});
