import { KeylinkClient } from './client.js';
import { deviceId } from './device-id.js';
import { fileStore } from './file-store.js';
import { memoryStore } from './memory-store.js';
import { nodeCrypto } from './node-crypto.js';
import type { ClientOptions } from './options.js';

export interface NodeClientOptions extends ClientOptions {
  /** The file in which passes are kept between runs, instead of a `store`. In browsers there is none. */
  readonly cacheFile?: string;
}

/** A client for one service and one product. A program makes one, and asks it as often as it likes. */
export function createClient(options: NodeClientOptions): KeylinkClient {
  const store = options.store ?? (options.cacheFile === undefined ? memoryStore() : fileStore(options.cacheFile));
  return new KeylinkClient(options, nodeCrypto, store);
}

export { deviceId, KeylinkClient };
export type { ReleaseOutcome } from './client.js';
export type { Clock } from './clock.js';
export type { LicenseOutcome } from './offline.js';
export type { CheckOptions, CheckRequest, ClientOptions, Fetch, FetchResponse, Store } from './options.js';
export type { Allowed, Outcome, Problem, Reason, Refused, Unreachable } from './outcome.js';
export type { Watch } from './watch.js';
