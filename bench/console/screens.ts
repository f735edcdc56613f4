import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../numbers';
import { ConsoleWindow, whenDrawn } from './console-window';
import { openShop, type Shop } from './shop';
import { type Stage, tell } from './stage';

const ROUNDS = 3;
/** What the screen before still does isn't the next one's. */
const REST_MS = 250;
const MOST_MS = 300;

/** A screen of the console, and what stands there once all its data has come. */
interface Screen {
  readonly name: string;
  readonly path: string;
  readonly heading: string;
  /** Selectors of which each finds something. */
  readonly shows: readonly string[];
}

const ROWS = ['[role="grid"] [data-index]'];

export const OVERVIEW: Screen = {
  name: 'overview',
  path: '/',
  heading: 'Overview',
  // Keys that expire, health, and the newest refusals; charts and figures come in place of what says that they are read.
  shows: ['a[href*="expiresBefore"]', '[role="status"][data-state="good"]', 'li a[href*="/logs/"]'],
};

/** Every screen, no two with the same heading after one another: how one knows that the next is there. */
function screensOf({ seated, customers, links }: Shop, job: number): readonly Screen[] {
  const soon = Date.now() + 30 * 86_400_000;
  const keys = (name: string, query: string): Screen => ({
    name: `license keys ${name}`.trim(),
    path: `/keys${query}`,
    heading: 'License keys',
    shows: ROWS,
  });
  return [
    OVERVIEW,
    keys('', ''),
    { name: 'live checks', path: '/live', heading: 'Live checks', shows: ROWS },
    keys('of a customer', `?uid=${encodeURIComponent(customers[2])}`),
    { name: 'live checks, refused', path: '/live?pass=false', heading: 'Live checks', shows: ROWS },
    keys('that expire', `?expiresBefore=${soon}`),
    { name: 'one license key', path: `/keys/${seated.id}`, heading: seated.key, shows: ['dl a', 'tbody tr'] },
    keys('that are disabled', '?disabled=true'),
    { name: 'bulk changes', path: '/keys/bulk', heading: 'Bulk changes', shows: ROWS },
    { name: 'one bulk change', path: `/keys/bulk/${job}`, heading: 'Expires: +30 days', shows: ['p strong'] },
    { name: 'links', path: '/links', heading: 'Links', shows: ROWS },
    { name: 'audit', path: '/audit', heading: 'Audit', shows: ROWS },
    { name: 'one link', path: `/links?show=${links[2]}`, heading: 'Links', shows: ['img[alt^="QR code"]', ...ROWS] },
    { name: 'import and export', path: '/transfer', heading: 'Import & export', shows: ['section'] },
    { name: 'API keys', path: '/api-keys', heading: 'API keys', shows: ROWS },
    { name: 'signing', path: '/signing', heading: 'Signing', shows: ['tbody tr'] },
    {
      name: 'offline licenses',
      path: `/offline-licenses?key=${seated.id}`,
      heading: 'Offline licenses',
      shows: ['dl .code'],
    },
    { name: 'sessions', path: '/sessions', heading: 'Sessions', shows: ['tbody tr'] },
    { name: 'doctor', path: '/doctor', heading: 'Doctor', shows: ['li h3', 'dl [data-tone]'] },
  ];
}

/** For the page: whether a screen has all its data. What says that a list goes on isn't what says that one waits. */
export function hasCome({ heading, shows }: Screen): string {
  return `document.querySelector('main h1')?.textContent === ${JSON.stringify(heading)}
    && ${JSON.stringify(shows)}.every((selector) => document.querySelector(selector) !== null)
    && [...document.querySelectorAll('.mantine-Skeleton-root, .mantine-Loader-root')].every((each) => each.closest('[role="status"]'))`;
}

/**
 * How long it takes from the change of the route, which is when a screen begins to ask, until its data is drawn: the first
 * visit of each after the page was loaded, so that nothing is in the console's cache; its code may come from the browser's
 * from the second round on. The service answers on the same machine.
 */
export async function measureScreens(stage: Stage): Promise<void> {
  const screens = screensOf(stage.shop, await openShop(stage.service, stage.shop));
  const times = new Map(screens.map(({ name }) => [name, [] as number[]]));
  await ConsoleWindow.during(stage.browser, stage.service.url, async (window) => {
    await window.signIn();
    for (let round = 0; round < ROUNDS; round++) {
      await window.visit('/nowhere');
      await window.drawn(`document.querySelector('main h1') !== null`);
      for (const screen of screens) {
        await sleep(REST_MS);
        times.get(screen.name)?.push(await timeTo(window, screen));
      }
    }
  });
  const medians = [...times].map(([name, some]) => ({ name, time: median(some) }));
  for (const { name, time } of medians) tell(stage, `${name}, data shown`, time, 'ms');
  const size = stage.shop.size.keys.toLocaleString('en');
  tell(stage, `slowest screen's data, ${size} keys`, Math.max(...medians.map(({ time }) => time)), 'ms', MOST_MS);
}

function timeTo({ page }: ConsoleWindow, screen: Screen): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const start = performance.now();
    history.pushState({}, '', ${JSON.stringify(`/console${screen.path}`)});
    return (await ${whenDrawn(hasCome(screen))}) - start;
  })()`);
}
