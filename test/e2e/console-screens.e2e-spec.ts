import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { violations } from '../support/axe';
import type { ConsolePage } from '../support/console-page';
import { describeConsole } from '../support/console-rig';
import { type ConsoleScreen, seedScreens, settle, show } from '../support/console-screens';
import { ROOT } from '../support/root';

const FOLDER = join(ROOT, 'artifacts/console');
const ASSETS = join(ROOT, 'dist/console/assets');
const WIDE = { width: 1400, height: 900 };
const NARROW = { width: 360, height: 740 };
/** A tablet, upright: it has the tables of a wide window. */
const TABLET = { width: 768, height: 1024 };
/** What a screen loads, as it is sent. */
const MOST_SCRIPT_BYTES = 260_000;
/** The screen that most people see first, without the palette, which comes after it. */
const MOST_FIRST_BYTES = 177_000;
/** With what the first screen loads for the palette alone. */
const OF_PALETTE = /^(palette|useQueries|TextInput|filled-page|key-state|roles|who-may)-/;
/** Less than this is a window that shows nothing. */
const LEAST_PICTURE_BYTES = 4000;

/** Each scheme has one picture: what fits is the same in both. */
const PICTURES = [
  { colorScheme: 'light', viewport: WIDE },
  { colorScheme: 'dark', viewport: NARROW },
] as const;
/** What can differ between schemes, which change nothing but colours. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What has to be scrolled sideways, but for code and tables of guides, which can be by keyboard. */
const SCROLLING_SIDEWAYS = `[document.documentElement, ...document.querySelectorAll('main, main *')]
  .filter((element) => element.scrollWidth > element.clientWidth + 1 && !element.matches('[tabindex="0"]'))
  .filter((element) => element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX))
  .map(({ tagName, className, scrollWidth }) => tagName + '.' + className + ' ' + scrollWidth)`;

/** Steps of the way to a screen that are cut although they are short, or squeezed out. */
const SQUEEZED = `[...document.querySelectorAll('[aria-label="Where you are"] > :is(a, span)')]
  .filter(({ textContent, clientWidth, scrollWidth }) =>
    textContent.length > 12 ? clientWidth < 80 : scrollWidth > clientWidth)
  .map(({ textContent, clientWidth }) => textContent + ' ' + clientWidth)`;

describeConsole(
  'every screen of the console',
  (rig) => {
    let screens: ConsoleScreen[];
    const tooWide: string[] = [];
    const squeezed: string[] = [];
    const scriptBytes: Record<string, number> = {};
    const objections: Record<string, string[]> = {};

    /** Each screen is opened once, and looked at in all ways. */
    beforeAll(async () => {
      rmSync(FOLDER, { recursive: true, force: true });
      mkdirSync(FOLDER, { recursive: true });
      screens = await seedScreens(rig.admin);
      const window = await rig.open('/');
      for (const screen of screens) {
        await show(window, screen);
        scriptBytes[screen.name] = await bytesOfScripts(window);
        for (const { colorScheme, viewport } of PICTURES) {
          await turn(window, colorScheme);
          const found = await violations(window, colorScheme === 'light' ? undefined : RULES_OF_COLOURS);
          if (found.length > 0) objections[`${screen.name}, ${colorScheme}`] = found;
          await photograph(window, `${screen.name}-${colorScheme}`, viewport);
          if (viewport === WIDE) continue;
          const scrolling = await window.page.evaluate<string[]>(SCROLLING_SIDEWAYS);
          tooWide.push(...scrolling.map((element) => `${screen.name}: ${element}`));
          const steps = await window.page.evaluate<string[]>(SQUEEZED);
          squeezed.push(...steps.map((step) => `${screen.name}: ${step}`));
          await window.page.setViewportSize(TABLET);
          await settle(window);
          const cut = await window.page.evaluate<string[]>(SCROLLING_SIDEWAYS);
          tooWide.push(...cut.map((element) => `${screen.name} at 768: ${element}`));
          await window.page.setViewportSize(WIDE);
        }
      }
    }, 900_000);

    it('has nothing that axe-core objects to, light and dark', () => {
      expect(objections).toEqual({});
    });

    it('fits into 360 pixels, and into the 768 of a tablet', () => {
      expect(tooWide).toEqual([]);
    });

    it('says in 360 pixels where one is', () => {
      expect(squeezed).toEqual([]);
    });

    it('stays within its budget of scripts', () => {
      expect(Object.keys(scriptBytes).length).toBeGreaterThan(10);
      const tooMuch = Object.entries(scriptBytes).filter(([, bytes]) => bytes > MOST_SCRIPT_BYTES);
      expect(tooMuch).toEqual([]);
      expect(scriptBytes['overview'] - bytesOf((name) => OF_PALETTE.test(name))).toBeLessThanOrEqual(MOST_FIRST_BYTES);
    });

    it('has its picture taken, light and wide, dark and narrow, for whoever looks at them', () => {
      const pictures = readdirSync(FOLDER);
      expect(pictures).toHaveLength(screens.length * PICTURES.length);
      const empty = pictures.filter((name) => statSync(join(FOLDER, name)).size <= LEAST_PICTURE_BYTES);
      expect(empty).toEqual([]);
    });
  },
  () => Promise.resolve({ WEBHOOK_NETWORKS: '127.0.0.1' }),
);

/** What the page in the window has loaded since it was opened. */
async function bytesOfScripts({ page }: ConsolePage): Promise<number> {
  const names = await page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)).filter((name) => name.endsWith('.js'))",
  );
  return bytesOf((name) => names.includes(name));
}

/** How long some of the scripts are, as they are sent. */
function bytesOf(isMeant: (name: string) => boolean): number {
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js') && isMeant(name));
  return scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(ASSETS, name)), { level: 9 }).length, 0);
}

async function turn(window: ConsolePage, colorScheme: 'light' | 'dark'): Promise<void> {
  const { page } = window;
  await page.emulateMedia({ colorScheme });
  // The page follows by a script of its own: a picture taken at once would be of the scheme before, or of both.
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
  await settle(window);
}

async function photograph(window: ConsolePage, name: string, viewport: typeof WIDE): Promise<void> {
  const { page } = window;
  await page.setViewportSize(viewport);
  await settle(window);
  await page.screenshot({ path: join(FOLDER, `${name}-${viewport.width}.png`), animations: 'disabled' });
}
