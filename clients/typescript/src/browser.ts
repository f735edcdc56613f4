import { checkOptions } from './arguments.js';
import { KeylinkClient } from './client.js';
import { memoryStore } from './memory-store.js';
import type { NodeClientOptions } from './node.js';
import { webCrypto } from './web-crypto.js';

/* What `node.ts` offers, as far as a page can. */

export function createClient(options: NodeClientOptions): KeylinkClient {
  checkOptions(options);
  if (options.cacheFile !== undefined) throw new TypeError('A page has no files: give a store instead of cacheFile.');
  return new KeylinkClient(options, webCrypto, options.store ?? memoryStore());
}

export function deviceId(): Promise<string> {
  return Promise.reject(new TypeError('A page has no files: keep a random id of your own as device.'));
}

export { deviceId as machineId };

export { KeylinkClient };
