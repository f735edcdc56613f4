import type { Fact } from './facts';

export const SHOP_TYPES = [
  'stripe',
  'paddle',
  'lemonSqueezy',
  'gumroad',
  'fastSpring',
  'wooCommerce',
  'generic',
] as const;
export type ShopType = (typeof SHOP_TYPES)[number];

/** What a shop sent, or answered when it was asked for what changed. */
export interface ShopMessage {
  /** `api` for an object of the shop's API, which needs no signature. */
  readonly from: 'webhook' | 'api';
  /** Lower-case names; only those that `Shop.headers` lists. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether the source is one of the shop's test system: its API url is the shop's `testApiUrl`. */
  readonly isTest?: boolean;
}

/** Asks the API of a shop, with the token of the source. Settles with any status; rejects if there is no answer. */
export type Ask = (request: ShopRequest) => Promise<ShopAnswer>;

export interface ShopRequest {
  readonly method?: 'GET' | 'POST';
  /** With its query, relative to the address of the API. */
  readonly path: string;
}

export interface ShopAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Parsed JSON; undefined if it was none. */
  readonly body: unknown;
}

/** How a message is told apart from others: a shop's own id, so that one sent twice is kept once. */
export interface Identity {
  /** At most 191 characters; of the body's hash if the shop gives none. */
  readonly id: string;
  /** As the shop calls it: `invoice.paid`; `ping` for one that only tries the address. At most 191 characters. */
  readonly type: string;
}

export interface Translation {
  /** Empty if there is nothing in the message for license keys. */
  readonly facts: readonly Fact[];
  /** Why there is nothing, or what was left out, for people. */
  readonly remark?: string;
}

/** One shop: how its messages are proven and what they mean. Knows no database. */
export interface Shop {
  readonly type: ShopType;
  /** As people write it. */
  readonly name: string;
  /** Lower-case names of the headers that `verify` and `identify` need. */
  readonly headers: readonly string[];
  /** Whether its messages carry a signature; without one, `translate` must ask the shop. */
  readonly signs: boolean;
  /** Where its API is unless the source says; undefined if each vendor's is elsewhere. */
  readonly apiUrl?: string;
  /** Where the API of its test system is, if that is a system of its own whose messages don't say so. */
  readonly testApiUrl?: string;
  /** Headers with which the token is sent. */
  authorize(token: string): Readonly<Record<string, string>>;
  /**
   * @param secrets the newest first; any of them may have signed
   * @param now in milliseconds since the Unix epoch
   * @returns undefined if the message is genuine and not older than five minutes, or a ping, which may be unsigned and means
   * nothing; else a sentence that says what to do
   */
  verify(message: ShopMessage, secrets: readonly string[], now: number): string | undefined;
  /** @throws {UnreadableMessage} */
  identify(message: ShopMessage): Identity;
  /**
   * @param ask undefined if the source has no token @param isTrusted whether somebody said that an unsigned message is genuine
   * @throws {UnreadableMessage} for a body that is none of the shop's @throws {NeedsToken} @throws {ShopUnavailable} to try later
   */
  translate(message: ShopMessage, ask: Ask | undefined, isTrusted: boolean): Promise<Translation>;
  /**
   * All orders, subscriptions, refunds that changed since a time, oldest first where the shop can, page by page within its
   * limits. Undefined if the shop can't be asked. Throws the signal's reason when aborted. @throws {ShopUnavailable} to try
   * later @throws {NeedsToken} if the shop refuses the token
   */
  readonly changedSince?: (ask: Ask, since: number, signal: AbortSignal) => AsyncIterable<ShopMessage>;
}

/** A body that can't be read as what the shop sends. The message is for people. */
export class UnreadableMessage extends Error {}

/** The shop would have to be asked, and the source has no token. The message is for people. */
export class NeedsToken extends Error {}

/** The shop gave no answer, or said to come back later. */
export class ShopUnavailable extends Error {
  /** @param retryAfter in seconds, if the shop said */
  constructor(
    message: string,
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}
