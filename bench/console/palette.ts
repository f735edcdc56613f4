import { median } from '../numbers';
import { ConsoleWindow, whenDrawn } from './console-window';
import { hasCome, OVERVIEW } from './screens';
import { type Stage, tell } from './stage';

const MOST_MS = 200;
/** Of what a desk is told. */
const MOST_TOLD_MS = 300;
/** Between two characters that a fast typist types. */
const STROKE_MS = 40;

/**
 * From the last character that is typed into the palette until what begins like that is drawn and nothing is looked for any
 * more; so the console's pause, in which it waits for another character, is counted.
 */
export async function measurePalette(stage: Stage): Promise<void> {
  const { keys, customers, addresses, links, told, size } = stage.shop;
  const kinds: Kind[] = [
    { name: 'a key by eight characters', texts: keys.map((key) => ({ text: key.slice(0, 8), shown: endOf(key) })) },
    { name: 'a customer by four characters', texts: typed([...new Set(customers.map((uid) => uid.slice(0, 4)))]) },
    { name: 'a customer by the whole name', texts: typed(customers) },
    { name: 'an address', texts: typed(addresses) },
    { name: 'a link', texts: typed(links) },
  ];
  const desk: Kind[] = [
    {
      name: 'a word inside an email, in capitals',
      texts: told.map(({ word, key }) => ({ text: word.toUpperCase(), shown: endOf(key) })),
    },
    { name: 'the last six characters', texts: told.map(({ key }) => ({ text: key.slice(-6), shown: endOf(key) })) },
    { name: "an order's number", texts: told.map(({ order, key }) => ({ text: order, shown: endOf(key) })) },
    {
      name: 'a device and a word of the email',
      texts: told.map(({ device, word, key }) => ({ text: `${device} ${word}`, shown: endOf(key) })),
    },
    {
      name: 'a device',
      texts: [...new Set(told.map(({ device }) => device))].map((device) => ({
        text: device.toLowerCase(),
        shown: device,
      })),
    },
  ];
  const [slowest, slowestTold] = await ConsoleWindow.during(stage.browser, stage.service.url, async (window) => {
    await window.signIn();
    await window.visit('/');
    await window.drawn(hasCome(OVERVIEW));
    return [await slowestOf(stage, window, kinds), await slowestOf(stage, window, desk)];
  });
  const many = size.keys.toLocaleString('en');
  tell(stage, `palette's slowest kind of results, ${many} keys`, slowest, 'ms', MOST_MS);
  tell(stage, `palette, slowest kind of what a desk is told, ${many} keys`, slowestTold, 'ms', MOST_TOLD_MS);
}

interface Typed {
  readonly text: string;
  /** What is on the screen once it was found. */
  readonly shown: string;
}

const typed = (texts: readonly string[]): Typed[] => texts.map((text) => ({ text, shown: text }));
/** The palette names a license key by its end. */
const endOf = (key: string): string => key.slice(-12);

interface Kind {
  readonly name: string;
  readonly texts: readonly Typed[];
}

/** @returns the greatest of the kinds' medians */
async function slowestOf(stage: Stage, window: ConsoleWindow, kinds: readonly Kind[]): Promise<number> {
  let slowest = 0;
  for (const { name, texts } of kinds) {
    const times: number[] = [];
    for (const one of texts) times.push(await timeOf(window, one));
    tell(stage, `palette, ${name}`, median(times), 'ms');
    slowest = Math.max(slowest, median(times));
  }
  return slowest;
}

async function timeOf({ page }: ConsoleWindow, { text, shown }: Typed): Promise<number> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  const isFound = `globalThis.typedAt !== undefined && document.querySelector('dialog .mantine-Loader-root') === null
    && [...document.querySelectorAll('dialog [role="option"]')].some(({ textContent }) => textContent.toLowerCase().includes(${JSON.stringify(shown.toLowerCase())}))`;
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
