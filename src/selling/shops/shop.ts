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

/** A message of a shop, or an answer of its API. */
export interface ShopMessage {
  /** `api` for an object of the shop's API, which needs no signature. */
  readonly from: 'webhook' | 'api';
  /** Lower-case names; only those that `Shop.headers` lists. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether the source belongs to the shop's test system: its API URL is the shop's `testApiUrl`. */
  readonly isTest?: boolean;
}

/** Calls the API of a shop, with the token of the source. Resolves with any status; rejects without an answer. */
export type Ask = (request: ShopRequest) => Promise<ShopAnswer>;

interface ShopRequest {
  readonly method?: 'GET' | 'POST';
  /** Path and query, relative to the API's URL. */
  readonly path: string;
}

export interface ShopAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Parsed JSON; undefined if it was none. */
  readonly body: unknown;
}

/** Identifies a message, so that one sent twice is stored once. */
export interface Identity {
  /** The shop's own id, or a hash of the body. At most 191 characters. */
  readonly id: string;
  /** The shop's name for it, such as `invoice.paid`; `ping` for a test of the address. At most 191 characters. */
  readonly type: string;
}

export interface Translation {
  /** Empty if nothing concerns license keys. */
  readonly facts: readonly Fact[];
  /** Why there is nothing, or what was left out, for people. */
  readonly remark?: string;
}

/** One shop: how to verify and translate its messages. Knows no database. */
export interface Shop {
  readonly type: ShopType;
  /** For people. */
  readonly name: string;
  /** Lower-case names of the headers that `verify` and `identify` need. */
  readonly headers: readonly string[];
  /** Whether its messages are signed; if not, `translate` must ask the shop. */
  readonly signs: boolean;
  /** Default URL of its API; undefined if it differs per vendor. */
  readonly apiUrl?: string;
  /** URL of its test system's API, if that is separate and its messages don't say so. */
  readonly testApiUrl?: string;
  /** Headers with which the token is sent. */
  authorize(token: string): Readonly<Record<string, string>>;
  /**
   * @param secrets newest first; any of them may have signed @param now in milliseconds since the Unix epoch @returns
   * undefined if the message is genuine and not older than five minutes, or a ping, which may be unsigned; else a
   * sentence that says what to do
   */
  verify(message: ShopMessage, secrets: readonly string[], now: number): string | undefined;
  /** @throws {UnreadableMessage} */
  identify(message: ShopMessage): Identity;
  /**
   * @param ask undefined if the source has no token @param isTrusted whether a person confirmed an unsigned message
   * @throws {UnreadableMessage} for a body that isn't the shop's @throws {UnknownToShop} @throws {NeedsToken}
   * @throws {ShopUnavailable} to retry later
   */
  translate(message: ShopMessage, ask: Ask | undefined, isTrusted: boolean): Promise<Translation>;
  /**
   * All orders, subscriptions and refunds that changed since a time, oldest first if the shop can sort, page by page
   * within its limits. Undefined if the shop can't be asked. Throws the signal's reason when aborted. @throws
   * {ShopUnavailable} to retry later @throws {NeedsToken} if the shop refuses the token
   */
  readonly changedSince?: (ask: Ask, since: number, signal: AbortSignal) => AsyncIterable<ShopMessage>;
}

/** The body isn't in the shop's format. The message is for people. */
export class UnreadableMessage extends Error {}

/** The shop was asked about an unsigned message, and knows nothing of it. The message is for people. */
export class UnknownToShop extends Error {}

/** The shop must be asked, but the source has no token. The message is for people. */
export class NeedsToken extends Error {}

/** The shop gave no answer, or asks to retry later. */
export class ShopUnavailable extends Error {
  /** @param retryAfter in seconds, if the shop said */
  constructor(
    message: string,
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}
