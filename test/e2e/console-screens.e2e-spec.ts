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
const WIDTHS = [WIDE, NARROW];
/** All screens together, as they are sent. */
const MOST_SCRIPT_BYTES = 260_000;
/** Less than this is a window that shows nothing. */
const LEAST_PICTURE_BYTES = 4000;

it('the console’s scripts stay within their budget', () => {
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  const sizes = scripts.map((name) => gzipSync(readFileSync(join(ASSETS, name)), { level: 9 }).length);
  expect(sizes.length).toBeGreaterThan(10);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
});

const SCHEMES = ['light', 'dark'] as const;
/** What can differ between schemes, which change nothing but colours. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

describeConsole('every screen of the console', (rig) => {
  let screens: ConsoleScreen[];
  const tooWide: string[] = [];
  const objections: Record<string, string[]> = {};

  /** Each screen is opened once, and looked at in all ways. */
  beforeAll(async () => {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    screens = await seedScreens(rig.admin);
    const window = await rig.open('/');
    for (const screen of screens) {
      await show(window, screen);
      for (const colorScheme of SCHEMES) {
        await turn(window, colorScheme);
        const found = await violations(window, colorScheme === 'light' ? undefined : RULES_OF_COLOURS);
        if (found.length > 0) objections[`${screen.name}, ${colorScheme}`] = found;
        for (const viewport of WIDTHS) await photograph(window, `${screen.name}-${colorScheme}`, viewport);
        const width = await window.page.evaluate<number>('document.documentElement.scrollWidth');
        if (width > NARROW.width) tooWide.push(`${screen.name}: ${width}`);
        await window.page.setViewportSize(WIDE);
      }
    }
  }, 240_000);

  it('has nothing that axe-core objects to, light and dark', () => {
    expect(objections).toEqual({});
  });

  it('fits into 360 pixels', () => {
    expect(tooWide).toEqual([]);
  });

  it('has its picture taken, light and dark, wide and narrow, for whoever looks at them', () => {
    const pictures = readdirSync(FOLDER);
    expect(pictures).toHaveLength(screens.length * SCHEMES.length * WIDTHS.length);
    const empty = pictures.filter((name) => statSync(join(FOLDER, name)).size <= LEAST_PICTURE_BYTES);
    expect(empty).toEqual([]);
  });
});

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
