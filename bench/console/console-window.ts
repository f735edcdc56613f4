import type { Browser, CDPSession, Page } from 'playwright-core';
import { API_KEY } from '../server-process';

/** After which what should be on the screen is not waited for any more. */
const PATIENCE_MS = 30_000;
const VIEWPORT = { width: 1400, height: 900 };

/** A window of the browser with the console of a service, with cookies and a cache of its own. */
export class ConsoleWindow {
  private constructor(
    readonly page: Page,
    private readonly url: string,
  ) {}

  /** Opens an empty window, and closes it when `work` is over. */
  static async during<T>(browser: Browser, url: string, work: (window: ConsoleWindow) => Promise<T>): Promise<T> {
    const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-GB' });
    try {
      return await work(new ConsoleWindow(await context.newPage(), url));
    } finally {
      await context.close();
    }
  }

  /** Signs in without the form. */
  async signIn(): Promise<void> {
    const headers = { 'x-api-key': API_KEY };
    const answer = await this.page.context().request.post(`${this.url}/api/sessions`, { headers });
    if (answer.status() !== 201) throw new Error(`Nobody was signed in: ${await answer.text()}`);
  }

  /** Begins to load an address below /console; what is waited for then is somebody else's business. */
  async visit(path: string): Promise<void> {
    await this.page.goto(`${this.url}/console${path}`, { waitUntil: 'commit' });
  }

  /** Waits until an expression, in the page, is true of what is drawn. @returns when, by the page's `performance.now()` */
  drawn(condition: string): Promise<number> {
    return this.page.evaluate<number>(whenDrawn(condition));
  }

  /** What the browser's own tools speak. */
  tools(): Promise<CDPSession> {
    return this.page.context().newCDPSession(this.page);
  }
}

/**
 * For the page: a promise of the time at which a condition held and was drawn, which is a frame later. It looks at the
 * beginning of each frame, so that at most 17 ms at either end are counted too much.
 */
export function whenDrawn(condition: string): string {
  return `new Promise((resolve, reject) => {
    const begun = performance.now();
    const look = () => {
      if (${condition}) requestAnimationFrame(() => resolve(performance.now()));
      else if (performance.now() - begun < ${PATIENCE_MS}) requestAnimationFrame(look);
      else reject(new Error(${JSON.stringify(`Never on the screen: ${condition}`)}));
    };
    requestAnimationFrame(look);
  })`;
}
