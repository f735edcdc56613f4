import type { Locator } from 'playwright-core';
import type { ConsolePage } from './console-page';

/** More steps than any screen has. */
const MOST_STEPS = 90;

/** What a person works a screen with, besides typing: a mouse, or the keyboard once more. */
export interface Hand {
  /** How often a button of the mouse was pressed so far. */
  readonly clicks: number;
  /** Presses a button, or follows a link. */
  press(target: Locator): Promise<void>;
  /** Takes an entry of the palette. */
  take(option: Locator): Promise<void>;
}

/** A mouse, whose clicks are counted. */
export class Mouse implements Hand {
  clicks = 0;

  press = (target: Locator): Promise<void> => {
    this.clicks++;
    return target.click();
  };

  take = this.press;
}

/** Tab, arrows and Enter. */
export class Keyboard implements Hand {
  readonly clicks = 0;

  constructor(private readonly screen: ConsolePage) {}

  press = async (target: Locator): Promise<void> => {
    await target.waitFor();
    const focused = target.and(this.screen.page.locator(':focus'));
    await this.go('Tab', async () => (await focused.count()) > 0);
    await this.screen.page.keyboard.press('Enter');
  };

  take = async (option: Locator): Promise<void> => {
    await option.waitFor();
    await this.go('ArrowDown', async () => (await option.getAttribute('aria-selected')) === 'true');
    await this.screen.page.keyboard.press('Enter');
  };

  /** Presses a key until it has led somewhere. */
  private async go(key: string, isThere: () => Promise<boolean>): Promise<void> {
    const passed: string[] = [];
    for (let step = 0; step < MOST_STEPS; step++) {
      if (await isThere()) return;
      await this.screen.page.keyboard.press(key);
      passed.push(await this.screen.page.evaluate('document.activeElement.outerHTML.slice(0, 80)'));
    }
    throw new Error(`${key} never came there, but to\n${[...new Set(passed)].join('\n')}`);
  }
}
