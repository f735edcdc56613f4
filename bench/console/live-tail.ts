import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { readText, send } from '../load/http-client';
import { sendPaced } from '../load/paced';
import type { RequestLine } from '../load/request-line';
import { median, MEGABYTE } from '../numbers';
import { ConsoleWindow } from './console-window';
import { type Stage, tell } from './stage';

const CHECKS = 50;
/** From one check to the next: no multiple or part of how often the service looks. */
const APART_MS = 137;
const MOST_SECONDS = 1;

/** A busy shop, and as many as the live list shows all of. */
const CHECKS_A_SECOND = 100;
/** Only after so long is what is left what a day would leave. */
const WHOLE_SECONDS = 600;
const MOST_MEGABYTES = 150;

const IS_LIVE = `/^Live$/.test(document.querySelector('main [role="status"][data-state]')?.textContent ?? '')`;

/** From the answer of a check, by the clock of the machine, until it is drawn in the live list. */
export async function measureArrivals(stage: Stage): Promise<void> {
  const lags = await ConsoleWindow.during(stage.browser, stage.service.url, async (window) => {
    await watchLive(window);
    await window.page.evaluate(NOTE_ARRIVALS);
    const answers = new Map<string, number>();
    for (let n = 0; n < CHECKS; n++) {
      const info = `arrival ${n}`;
      await check(stage, checkOf(stage, n, info));
      answers.set(info, Date.now());
      await sleep(APART_MS);
    }
    await window.drawn(`arrived.size === ${CHECKS}`);
    const arrived = await window.page.evaluate<[string, number][]>('[...arrived]');
    return arrived.map(([info, at]) => at - (answers.get(info) ?? Number.NaN));
  });
  tell(stage, 'a check appears in the live list after its answer, median', median(lags) / 1000, 's');
  const text = `a check appears in the live list after its answer, most of ${CHECKS}`;
  tell(stage, text, Math.max(...lags) / 1000, 's', MOST_SECONDS);
}

const NOTE_ARRIVALS = `{
  globalThis.arrived = new Map();
  const look = () => {
    for (const { title } of document.querySelectorAll('[data-index] span[title^="arrival "]')) {
      if (!arrived.has(title)) requestAnimationFrame(() => arrived.has(title) || arrived.set(title, Date.now()));
    }
    requestAnimationFrame(look);
  };
  look();
}`;

/**
 * The JavaScript heap of the page after a full collection, and the private memory of its process, once the live tail was
 * watched under steady checks.
 */
export async function measureMemory(stage: Stage): Promise<void> {
  const seconds = stage.bench.sizes.liveTailSeconds;
  const requests = stage.shop.checked.map((_, n) => checkOf(stage, n, `version ${n % 20}`));
  const { heap, memory } = await ConsoleWindow.during(stage.browser, stage.service.url, async (window) => {
    await watchLive(window);
    await sendPaced(stage.service.url, requests, CHECKS_A_SECOND, seconds);
    const tools = await window.tools();
    await tools.send('HeapProfiler.collectGarbage');
    await tools.send('Performance.enable');
    const { metrics } = await tools.send('Performance.getMetrics');
    const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
    return { heap: used, memory: await memoryOfPages(stage.browser) };
  });
  tell(stage, `private memory of the page's process after ${seconds} s of the live tail`, memory / MEGABYTE, 'MB');
  const most = seconds >= WHOLE_SECONDS ? MOST_MEGABYTES : undefined;
  tell(stage, `JavaScript heap of the page after ${seconds} s of the live tail`, heap / MEGABYTE, 'MB', most);
}

async function watchLive(window: ConsoleWindow): Promise<void> {
  await window.signIn();
  await window.visit('/live');
  await window.drawn(`${IS_LIVE} && document.querySelector('[data-index]') !== null`);
}

function checkOf({ shop: { checked } }: Stage, n: number, info: string): RequestLine {
  return { method: 'POST', path: '/api/check', body: JSON.stringify({ id: checked[n % checked.length], info }) };
}

async function check({ service }: Stage, line: RequestLine): Promise<void> {
  const response = await send(service.url, line);
  const body = await readText(response);
  if (response.statusCode !== 200) throw new Error(`A check was answered ${response.statusCode}: ${body}`);
}

/** Of the largest process that draws pages, in bytes: what it shares with no other. */
async function memoryOfPages(browser: Browser): Promise<number> {
  const tools = await browser.newBrowserCDPSession();
  const { processInfo } = await tools.send('SystemInfo.getProcessInfo');
  const memories = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateMemory(id));
  return Math.max(...(await Promise.all(memories)));
}

async function privateMemory(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kilobytes = [...rollup.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].map(([, number]) => Number(number));
  return kilobytes.reduce((sum, part) => sum + part, 0) * 1024;
}
