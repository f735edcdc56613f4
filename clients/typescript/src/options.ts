import type { Clock } from './clock.js';
import type { Problem } from './outcome.js';

/** What is used of an HTTP answer. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body?: { getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array }> } } | null;
}

/** The platform's `fetch`, or one that goes through a proxy of yours. */
export type Fetch = (url: string, init: object) => Promise<FetchResponse>;

/** What a program asks about. */
export interface CheckRequest {
  /** The license key; with an API key, its record id will do. */
  readonly key: string;
  /** A name of this copy's place of work, such as `deviceId` makes. */
  readonly device?: string;
  /** The same for people: "Anna's laptop". */
  readonly deviceName?: string;
  /** Free text for the service's log, such as the version of the program. */
  readonly info?: string;
}

/** Where the client keeps what it knows between runs: one text. */
export interface Store {
  /** What was saved last; undefined when nothing was. */
  load(): Promise<string | undefined> | string | undefined;
  save(text: string): Promise<void> | void;
}

export interface ClientOptions {
  /** Where the service is, such as `https://licenses.example.com`. */
  readonly url: string;
  /** The public half of the service's root key: `x`, 43 characters of base64url. It is part of your program. */
  readonly rootKey: string;
  /** The product that this program is. */
  readonly product: number;
  /** An API key of scope `check`, for servers of yours. Never ship one: a program does with its license key. */
  readonly apiKey?: string;
  /** The version of this program: a license key whose updates ended before it was released refuses it. 1 to 4 numbers, such as `2.1.0`. */
  readonly version?: string;
  /** Asks with each check what the license key contains. */
  readonly entitlements?: boolean;
  /** Where passes are kept between runs; without one, they last until the program ends. */
  readonly store?: Store;
  /** Key sets of the service, as it sends them, oldest first: for programs that may never see it. */
  readonly keySets?: readonly string[];
  /** For how long a pass is used before it is renewed: milliseconds ±20 %. A day unless given, and a third of the pass at most. */
  readonly renewEvery?: number;
  /** How long one contact may take: milliseconds, 10,000 unless given. */
  readonly timeout?: number;
  /** Told of what went wrong while the check went on: for the program's log. */
  readonly onProblem?: (problem: Problem) => void;
  /** Another `fetch`, such as Electron's `net.fetch`, which knows the system's proxy. */
  readonly fetch?: Fetch;
  /** Another clock, for tests. */
  readonly clock?: Clock;
}

export interface CheckOptions extends CheckRequest {
  /** Asks the service even when there is a pass that holds. */
  readonly fresh?: boolean;
}
