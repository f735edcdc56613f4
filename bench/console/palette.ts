import { median } from '../numbers';
import { ConsoleWindow, whenDrawn } from './console-window';
import { hasCome, OVERVIEW } from './screens';
import { type Stage, tell } from './stage';

const MOST_MS = 200;
/** Between two characters that a fast typist types. */
const STROKE_MS = 40;

/**
 * From the last character that is typed into the palette until what begins like that is drawn and nothing is looked for any
 * more; so the console's pause, in which it waits for another character, is counted.
 */
export async function measurePalette(stage: Stage): Promise<void> {
  const { keys, customers, addresses, links, size } = stage.shop;
  const kinds = [
    { name: 'a key by eight characters', texts: keys.map((key) => key.slice(0, 8)) },
    { name: 'a key by one character', texts: [...new Set(keys.map((key) => key.slice(0, 1)))] },
    { name: 'a customer by four characters', texts: [...new Set(customers.map((uid) => uid.slice(0, 4)))] },
    { name: 'a customer by the whole name', texts: customers },
    { name: 'an address', texts: addresses },
    { name: 'a link', texts: links },
  ];
  const medians = await ConsoleWindow.during(stage.browser, stage.service.url, async (window) => {
    await window.signIn();
    await window.visit('/');
    await window.drawn(hasCome(OVERVIEW));
    const found = [];
    for (const { name, texts } of kinds) {
      const times: number[] = [];
      for (const text of texts) times.push(await timeOf(window, text));
      found.push({ name, time: median(times) });
    }
    return found;
  });
  for (const { name, time } of medians) tell(stage, `palette, ${name}`, time, 'ms');
  const slowest = Math.max(...medians.map(({ time }) => time));
  tell(stage, `palette's slowest kind of results, ${size.keys.toLocaleString('en')} keys`, slowest, 'ms', MOST_MS);
}

async function timeOf({ page }: ConsoleWindow, text: string): Promise<number> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  const isFound = `globalThis.typedAt !== undefined && document.querySelector('dialog .mantine-Loader-root') === null
    && [...document.querySelectorAll('dialog [role="option"]')].some(({ textContent }) => textContent.includes(${JSON.stringify(text)}))`;
  await page.evaluate(`{
    globalThis.typedAt = undefined;
    document.querySelector('dialog input').addEventListener('input', ({ target, timeStamp }) => {
      if (target.value === ${JSON.stringify(text)}) globalThis.typedAt = timeStamp;
    });
    globalThis.found = ${whenDrawn(isFound)}.then((end) => end - typedAt);
    // Nobody waits for it yet.
    undefined;
  }`);
  await page.keyboard.type(text, { delay: STROKE_MS });
  const time = await page.evaluate<number>('found');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return time;
}
