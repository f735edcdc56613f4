import { setTimeout as sleep } from 'node:timers/promises';
import { ConsoleWindow } from './console-window';
import { type Stage, tell } from './stage';

const SECONDS = 8;
const MOST_SECONDS = 30;
/** A turn of the wheel, and from one to the next: some 380 rows a second, a page of 500 each 1.3 s. */
const TURN_PIXELS = 240;
const TURN_MS = 16;
/** Several pages of the list: a machine that is busy takes longer for them. */
const LEAST_ROWS = 1500;
const ROW_PIXELS = 38;
const LEAST_PIXELS = 1.5 * LEAST_ROWS * ROW_PIXELS;
const LONG_TASK_MS = 50;

/** What was seen of a page while somebody scrolled. Times in milliseconds. */
interface Scrolled {
  /** Tasks of more than 50 ms; the browser tells of no others. */
  readonly longTasks: readonly number[];
  readonly longestFrame: number;
  /** How many rows have passed. */
  readonly rows: number;
}

/** The longest task, by a PerformanceObserver, while the wheel is turned steadily through the list of license keys. */
export async function measureScrolling(stage: Stage): Promise<void> {
  const { longTasks, longestFrame, rows } = await ConsoleWindow.during(stage.browser, stage.service.url, scroll);
  if (rows < LEAST_ROWS) throw new Error(`Only ${rows} rows were scrolled through.`);
  tell(stage, 'rows scrolled through', rows, '');
  tell(stage, 'longest time between two frames while scrolling', longestFrame, 'ms');
  const size = stage.shop.size.keys.toLocaleString('en');
  const text = `longest task while a list of ${size} keys scrolls (0: none above ${LONG_TASK_MS})`;
  tell(stage, text, Math.max(0, ...longTasks), 'ms', LONG_TASK_MS);
}

async function scroll(window: ConsoleWindow): Promise<Scrolled> {
  const { page } = window;
  await window.signIn();
  await window.visit('/keys');
  await window.drawn(`document.querySelector('[role="grid"] [data-index]') !== null`);
  const box = await page.getByRole('grid').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 400, (box?.y ?? 0) + 300);
  await sleep(1000);
  await page.evaluate(WATCH);
  const start = performance.now();
  const hasScrolled = (seconds: number): boolean => performance.now() - start >= seconds * 1000;
  for (let turned = 0; !hasScrolled(SECONDS) || (turned < LEAST_PIXELS && !hasScrolled(MOST_SECONDS));) {
    await page.mouse.wheel(0, TURN_PIXELS);
    turned += TURN_PIXELS;
    await sleep(TURN_MS);
  }
  return page.evaluate<Scrolled>(`seen()`);
}

const WATCH = `{
  const longTasks = [];
  const observer = new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  let before = performance.now();
  let longestFrame = 0;
  const tick = (now) => {
    longestFrame = Math.max(longestFrame, now - before);
    before = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  globalThis.seen = async () => {
    // What is told of comes a moment later.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const rows = [...document.querySelectorAll('[data-index]')].map(({ dataset }) => Number(dataset.index));
    return { longTasks, longestFrame, rows: Math.max(...rows) };
  };
}`;
