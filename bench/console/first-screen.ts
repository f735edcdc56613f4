import { median } from '../numbers';
import { ConsoleWindow, whenDrawn } from './console-window';
import { hasCome, OVERVIEW } from './screens';
import { type Stage, tell } from './stage';

const ROUNDS = 5;
/** 10 Mbit/s, with 40 ms before each answer begins. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
const MOST_SECONDS = 1;

const FORM = `document.activeElement instanceof HTMLInputElement && !document.activeElement.disabled`;

/**
 * From the navigation to /console/ until the sign-in form has the focus and takes what is typed, and until everything of the
 * overview is there for who is signed in: each round in a window without a cache, over a network that Chromium slows down.
 */
export async function measureFirstScreen(stage: Stage): Promise<void> {
  const [forms, overviews]: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    forms.push(await timeOf(stage, false));
    overviews.push(await timeOf(stage, true));
  }
  tell(stage, 'overview of who is signed in, at 10 Mbit/s and 40 ms', median(overviews) / 1000, 's');
  tell(stage, 'first screen usable, at 10 Mbit/s and 40 ms', median(forms) / 1000, 's', MOST_SECONDS);
}

function timeOf({ browser, service }: Stage, isSignedIn: boolean): Promise<number> {
  return ConsoleWindow.during(browser, service.url, async (window) => {
    if (isSignedIn) await window.signIn();
    const { page } = window;
    await (await window.tools()).send('Network.emulateNetworkConditions', NETWORK);
    // The page's clock begins with the navigation, redirects included.
    await page.addInitScript(`globalThis.usable = ${whenDrawn(isSignedIn ? hasCome(OVERVIEW) : FORM)};`);
    await window.visit('/');
    const time = await page.evaluate<number>('usable');
    if (!isSignedIn) await mustTakeWhatIsTyped(window);
    return time;
  });
}

async function mustTakeWhatIsTyped({ page }: ConsoleWindow): Promise<void> {
  await page.keyboard.type('typed at once');
  const value = await page.evaluate<string>('document.activeElement.value');
  if (value !== 'typed at once') throw new Error(`The sign-in form took "${value}" of what was typed.`);
}
