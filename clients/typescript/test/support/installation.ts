import type { KeylinkClient } from '../../src/client.js';
import { clientOf, OpenStore } from './clients.js';
import { StandIn } from './stand-in.js';
import { VirtualClock } from './virtual-clock.js';

export const START = Date.UTC(2027, 0, 1);
export const HOUR = 60 * 60 * 1000;
export const DAY = 24 * HOUR;

/** A program as it is installed on one machine, and the service that it asks; both have the clock's time. */
interface Installation {
  readonly clock: VirtualClock;
  readonly standIn: StandIn;
  /** Of every start of the program. */
  readonly store: OpenStore;
  /** The client as after another start of the program. */
  readonly started: (options?: object) => KeylinkClient;
}

export function install(): Installation {
  const clock = new VirtualClock(START);
  const standIn = new StandIn(() => clock.true());
  const store = new OpenStore();
  const started: Installation['started'] = (options) =>
    clientOf(standIn, { clock, store, fetch: standIn.fetch, ...options });
  return { clock, standIn, store, started };
}

/** For `started`: no network. */
export const OFFLINE = { fetch: () => Promise.reject(new TypeError('offline')) };
