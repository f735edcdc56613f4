import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describeConsole } from '../support/console-rig';
import { seedScreens, show } from '../support/console-screens';
import { ROOT } from '../support/root';

const FOLDER = join(ROOT, 'artifacts/console');
const ASSETS = join(ROOT, 'dist/console/assets');
const WIDTHS = [
  { width: 1400, height: 900 },
  { width: 360, height: 740 },
];
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

/** When what has changed is on the screen. */
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

describeConsole('pictures of the console', (rig) => {
  it('are taken of every screen, light and dark, wide and narrow, for whoever looks at them', async () => {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    const screens = await seedScreens(rig.admin);
    const window = await rig.open('/');
    const { page } = window;
    for (const screen of screens) {
      await show(window, screen);
      for (const viewport of WIDTHS) {
        await page.setViewportSize(viewport);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          // The page follows by a script of its own: a picture taken at once would be of the scheme before, or of both.
          await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
          await page.evaluate(DRAWN);
          const path = join(FOLDER, `${screen.name}-${colorScheme}-${viewport.width}.png`);
          await page.screenshot({ path, animations: 'disabled' });
          expect(statSync(path).size).toBeGreaterThan(LEAST_PICTURE_BYTES);
        }
      }
      await page.setViewportSize(WIDTHS[0]);
    }
    expect(readdirSync(FOLDER)).toHaveLength(screens.length * 4);
  });
});
