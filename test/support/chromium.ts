import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

/** Where systems put it, first the one without windows, which takes a third less of the processor; `CHROMIUM` names another one. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A page of a test lives for a second: to optimize its code takes a tenth of the processor's time, and gains nothing. */
const JS_FLAGS = '--js-flags=--no-maglev,--no-opt,--always-sparkplug';

/** The browser's program; undefined where there is none. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
}

/** Starts the browser, without a window. */
export async function startChromium(executablePath: string, options: LaunchOptions = {}): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', JS_FLAGS];
  return chromium.launch({ executablePath, args, headless: true, ...options });
}

declare global {
  /** In tests; `environment.js` sets it. */
  var consoleBrowser: { started?: Browser } | undefined;
}

interface Handle {
  unref?(): unknown;
}

/** Node has no other way to them. */
const activeHandles = Reflect.get(process, '_getActiveHandles') as () => Handle[];

/** The browser of this worker, which takes as long to start as a small file's tests. It ends with the worker, and doesn't keep that from ending. */
export async function keptChromium(executablePath: string): Promise<Browser> {
  const kept = globalThis.consoleBrowser?.started;
  if (kept?.isConnected()) return kept;
  const before = new Set(activeHandles());
  const browser = await startChromium(executablePath);
  for (const handle of activeHandles()) if (!before.has(handle)) handle.unref?.();
  if (globalThis.consoleBrowser) globalThis.consoleBrowser.started = browser;
  return browser;
}
