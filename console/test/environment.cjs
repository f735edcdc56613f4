const { webcrypto } = require('node:crypto');
const { TestEnvironment } = require('jest-environment-jsdom');

/** What browsers have, and jsdom lacks or has in a form that Node's `fetch` doesn't take. */
const OF_NODE =
  'fetch Request Response Headers Blob File AbortController AbortSignal TextEncoder TextDecoder Uint8Array ArrayBuffer structuredClone'.split(
    ' ',
  );

/** A page without layout, in which the console's components run. */
class Environment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const page = this.global;
    for (const name of OF_NODE) page[name] = globalThis[name];
    Object.defineProperty(page, 'crypto', { value: webcrypto });
    page.scrollTo = () => {};
    page.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
    page.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
  }
}

module.exports = Environment;
