import { randomBytes } from 'node:crypto';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { ApiClient } from './api-client';
import { findChromium, keptChromium } from './chromium';
import { ConsolePage } from './console-page';
import { type Scenario, startScenario } from './scenario';
import { describeIf } from './skipping';
import { ADMIN_KEY, Service } from './service';
import type { TestDatabase } from './test-database';

const program = findChromium();
const VIEWPORT = { width: 1400, height: 900 };
/** Where the database is a server, signing asks for it. */
const SECRET_KEY = randomBytes(32).toString('base64');

/** What the tests of the console have in one file: a service, a browser, and windows that have no trouble. */
export class ConsoleRig {
  private scenario: Scenario;
  private browser: Browser;
  private readonly others: Service[] = [];
  /** The file's window: cleared after each test, which costs a third of opening another. */
  private kept: ConsolePage | undefined;
  private opened: ConsolePage[] = [];

  get service(): Service {
    return this.scenario.service;
  }

  get admin(): ApiClient {
    return this.scenario.admin;
  }

  get database(): TestDatabase {
    return this.scenario.database;
  }

  async start(environment: Record<string, string>): Promise<void> {
    this.browser = await keptChromium(program!);
    this.scenario = await startScenario({ SECRET_KEY, ...environment });
  }

  async stop(): Promise<void> {
    await Promise.all(this.browser.contexts().map((context) => context.close()));
    for (const service of this.others) await service.stop('SIGINT');
    await this.scenario.close();
  }

  /** Another instance of the service, on the same database. */
  async startAnother(): Promise<Service> {
    const service = await Service.start({ DATABASE_URL: this.database.url, SECRET_KEY });
    this.others.push(service);
    return service;
  }

  /** A window where nobody is signed in: the file's own for the first of a test that asks for nothing special, else a new one. */
  async window(options?: BrowserContextOptions): Promise<ConsolePage> {
    const isKept = options === undefined && !this.opened.some((page) => page === this.kept);
    const page = (isKept && this.kept) || (await this.newWindow(options));
    if (isKept) this.kept = page;
    this.opened.push(page);
    return page;
  }

  /** A window that shows a screen to somebody who is signed in. */
  async open(path: string, secret = ADMIN_KEY, options?: BrowserContextOptions): Promise<ConsolePage> {
    const page = await this.window(options);
    await page.hasSession(secret);
    await page.visit(path);
    return page;
  }

  /** Closes or clears the windows of a test. @throws {Error} when one of them had trouble that nobody expected */
  async closeWindows(): Promise<void> {
    const pages = this.opened;
    this.opened = [];
    const troubles = pages.flatMap((page) => page.takeTroubles());
    await Promise.all(pages.map((page) => (page === this.kept ? page.clear(VIEWPORT) : page.context.close())));
    if (troubles.length > 0) throw new Error(`In the browser:\n${troubles.join('\n')}`);
  }

  private async newWindow(options: BrowserContextOptions = {}): Promise<ConsolePage> {
    const settings = { viewport: VIEWPORT, reducedMotion: 'reduce', locale: 'en-GB', ...options } as const;
    return ConsolePage.open(this.service, await this.browser.newContext(settings));
  }
}

/** Tests of the console in a real browser; skipped where none is. */
export function describeConsole(
  name: string,
  tests: (rig: ConsoleRig) => void,
  environment: () => Promise<Record<string, string>> = () => Promise.resolve({}),
): void {
  describeIf(program !== undefined, 'CHROMIUM names no browser, and none is installed')(name, () => {
    jest.setTimeout(120_000);
    const rig = new ConsoleRig();
    beforeAll(async () => rig.start(await environment()));
    afterEach(() => rig.closeWindows());
    afterAll(() => rig.stop());
    tests(rig);
  });
}
