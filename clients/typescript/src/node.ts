import { checkOptions } from './arguments.js';
import { KeylinkClient } from './client.js';
import { deviceId } from './device-id.js';
import { fileStore } from './file-store.js';
import { machineId } from './machine-id.js';
import { memoryStore } from './memory-store.js';
import { nodeCrypto } from './node-crypto.js';
import type { ClientOptions } from './options.js';

export interface NodeClientOptions extends ClientOptions {
  /** The file in which passes are kept between runs, instead of a `store`. In browsers there is none. */
  readonly cacheFile?: string;
}

/**
 * A client for one service and one product. A program makes one, and asks it as often as it likes.
 * @throws TypeError that names the option which is missing, unknown, or of another type
 */
export function createClient(options: NodeClientOptions): KeylinkClient {
  checkOptions(options);
  const store = options.store ?? (options.cacheFile === undefined ? memoryStore() : fileStore(options.cacheFile));
  return new KeylinkClient(options, nodeCrypto, store);
}

export { deviceId, KeylinkClient, machineId };
export type { MachineIdOptions } from './machine-id.js';
export type { ReleaseOutcome } from './client.js';
export type { Clock } from './clock.js';
export type { ErrorCode } from './error-codes.js';
export type { LicenseOutcome } from './offline.js';
export type { CheckOptions, CheckRequest, ClientOptions, Fetch, FetchResponse, Store } from './options.js';
export type { Allowed, Outcome, Problem, Reason, Refused, Unreachable } from './outcome.js';
export type { Entitlements } from './token.js';
export type { Watch } from './watch.js';
