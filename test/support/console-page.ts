import { readFileSync } from 'node:fs';
import type { BrowserContext, Download, Locator, Page, Response, ViewportSize } from 'playwright-core';
import type { Service } from './service';

const EMPTY_STORAGE = 'localStorage.clear(); sessionStorage.clear();';

type Role = Parameters<Page['getByRole']>[0];

/** The console in a window of its own, used as a person does: by what is seen and what it is called. */
export class ConsolePage {
  /** What no person sees and nobody wants: errors of scripts, violations of the policy, requests that failed. */
  private readonly troubles: string[] = [];
  private readonly expected: RegExp[] = [];

  private constructor(
    readonly service: Service,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('pageerror', (error) => this.troubles.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => {
      // A test may leave what it typed.
      const isLeaving = dialog.type() === 'beforeunload';
      if (!isLeaving) this.troubles.push(`dialog: ${dialog.message()}`);
      void (isLeaving ? dialog.accept() : dialog.dismiss());
    });
    page.on('console', (message) => {
      // Answers are looked at where they come in.
      const isAnswer = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isAnswer) this.troubles.push(`console: ${message.text()}`);
    });
    page.on('requestfailed', (request) => {
      // Pages of an identity provider are not ours.
      if (!page.url().startsWith(service.url)) return;
      const { errorText } = request.failure() ?? { errorText: 'failed' };
      // What the console no longer wants to know, and files, which the browser takes out of the page.
      if (errorText !== 'net::ERR_ABORTED') this.troubles.push(`${errorText} ${request.url()}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) this.troubles.push(describeAnswer(response));
    });
  }

  static async open(service: Service, context: BrowserContext): Promise<ConsolePage> {
    context.setDefaultTimeout(30_000);
    return new ConsolePage(service, context, await context.newPage());
  }

  /** The next answers and messages like this are what a test is about. */
  expectTrouble(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  /** What happened since the last call that nobody expected; the next test expects nothing. */
  takeTroubles(): string[] {
    const expected = this.expected.splice(0);
    return this.troubles.splice(0).filter((trouble) => !expected.some((pattern) => pattern.test(trouble)));
  }

  /** Leaves the console, and makes the window as good as new: signed out, nothing stored, nothing intercepted. */
  async clear(viewport: ViewportSize): Promise<void> {
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    // Pages of an identity provider may have been the last.
    if (this.page.url().startsWith(this.service.url)) await this.page.evaluate(EMPTY_STORAGE);
    await this.page.goto('about:blank');
    await this.page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce' });
    await this.page.setViewportSize(viewport);
    await this.context.clearCookies();
    await this.context.clearPermissions();
    this.takeTroubles();
  }

  /** Signs in by the form, from wherever the console leads to. */
  async signIn(secret: string): Promise<void> {
    await this.page.getByLabel('API key', { exact: true }).fill(secret);
    await this.click('button', 'Sign in');
  }

  /** Is signed in without the form, which has its own tests. */
  async hasSession(secret: string): Promise<void> {
    const headers = { 'x-api-key': secret };
    const answer = await this.context.request.post(`${this.service.url}/api/sessions`, { headers });
    if (answer.status() !== 201) throw new Error(`No session: ${await answer.text()}`);
  }

  /** Opens an address below /console. */
  async visit(path: string): Promise<void> {
    await this.page.goto(`${this.service.url}/console${path}`);
  }

  /** Goes to a screen by the navigation. */
  async goTo(title: string): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: title, exact: true })
      .click();
    await this.heading(title);
  }

  /** Waits for the screen with this title. */
  heading(title: string | RegExp): Promise<void> {
    return this.page.getByRole('heading', { level: 1, name: title }).waitFor();
  }

  get = (role: Role, name: string | RegExp, within: Page | Locator = this.page): Locator =>
    within.getByRole(role, { name, exact: typeof name === 'string' });

  click = (role: Role, name: string | RegExp, within: Page | Locator = this.page): Promise<void> =>
    this.get(role, name, within).click();

  fill = (label: string, text: string, within: Page | Locator = this.page): Promise<void> =>
    this.get('textbox', label, within).fill(text);

  /** Waits for a text, by default anywhere. */
  see = (text: string | RegExp, within: Page | Locator = this.page): Promise<void> =>
    within.getByText(text).filter({ visible: true }).first().waitFor();

  /** Waits until something is gone. */
  gone = (locator: Locator): Promise<void> => locator.first().waitFor({ state: 'hidden' });

  /** A row of a table or list by what it says. */
  row = (text: string | RegExp): Locator => this.page.getByRole('row').filter({ hasText: text });

  /** A panel by its heading. */
  panel = (title: string): Locator =>
    this.page
      .getByRole('region')
      .or(this.page.locator('section'))
      .filter({ has: this.get('heading', title) });

  /** What a click downloads, as text. */
  async download(click: () => Promise<void>): Promise<{ name: string; text: string }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), click()]);
    return { name: download.suggestedFilename(), text: (await bytesOf(download)).toString() };
  }
}

export async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

function describeAnswer(response: Response): string {
  const { pathname, search } = new URL(response.url());
  return `${response.status()} ${response.request().method()} ${pathname}${search}`;
}
