export const FACT_KINDS = [
  'paid',
  'renewed',
  'changed',
  'pastDue',
  'ended',
  'refunded',
  'disputed',
  'disputeWon',
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** What `makeFact` keeps to; longer ids are refused, longer texts are cut. */
export const LIMITS = { id: 191, text: 191, email: 254, language: 35, items: 200, references: 50, quantity: 1_000_000 };

/** Whether a text can be an id: visible characters, not too many. */
export const isId = (text: string): boolean =>
  text.length <= LIMITS.id && text.isWellFormed() && /^[^\p{Cc}\s]+$/u.test(text);

/**
 * One thing that a shop says about an order, in the same words for all shops. The state of an order follows from the set of
 * its facts, so they may come in any order and any number of times.
 *
 * Facts belong to one order if they name the same `order`, or if one names in its `references` what another one names as
 * `order` or in its own `references`. Facts with a `payment` are about the same payment if one names in `payment` or
 * `references` what the other one names there.
 */
export interface Fact {
  readonly kind: FactKind;
  /** The kind and the shop's own id of what happened. Repeated messages and the shop's API give the same one. At most 191 characters. */
  readonly id: string;
  /** When it happened, or as of when it is said, in milliseconds since the Unix epoch. */
  readonly at: number;
  /** The shop's id of the order: of the subscription, for one that is renewed. Left out if the message only refers to a payment. */
  readonly order?: string;
  /**
   * Further ids by which the shop may name the order elsewhere: of checkouts, invoices, payments, charges. Of a fact with a
   * `payment`, they are further names of this payment. At most 50, without `order`.
   */
  readonly references: readonly string[];
  /**
   * The payment that was made, taken back or disputed; one of an order that is paid once may be left out. A `changed` with a
   * payment and without `items` says no more than that this payment's names belong together.
   */
  readonly payment?: string;
  readonly isTest: boolean;
  /**
   * What is paid for ends then, in milliseconds since the Unix epoch; left out for what is paid once. In a `changed` it is the
   * end of the running period, which a payment has paid or, for a trial, nobody has: when that payment is taken back, so is
   * this end.
   */
  readonly paidUntil?: number;
  /** Everything the order consists of as of then, at most 200; left out if the message doesn't say. */
  readonly items?: readonly OrderedItem[];
  readonly buyer?: Buyer;
  /** What was paid, with tax, as the shop writes numbers in its currency: "49.00". */
  readonly total?: string;
  /** ISO 4217, upper case. */
  readonly currency?: string;
  /** The number of the invoice that the buyer sees. */
  readonly invoice?: string;
  /** Of `refunded`: how much of the payment has been taken back in all. Of several such facts the latest counts. */
  readonly refunded?: 'all' | 'part';
  /** Of `disputed`: whether the money is gone for good. */
  readonly isLost?: boolean;
}

export interface OrderedItem {
  /** The shop's id of this line of the order, if it has one that stays when the buyer switches to another item. */
  readonly line?: string;
  /** What is mapped: the shop's id of a price, variant, product or payment link; then less exact ids of the same thing. */
  readonly names: readonly [string, ...string[]];
  /** As people call it, at most 191 characters. */
  readonly title?: string;
  /** From 0, which some shops allow, to 1,000,000. */
  readonly quantity: number;
}

export interface Buyer {
  /** With an @ and without spaces, at most 254 characters; left out if the shop has something else. */
  readonly email?: string;
  /** At most 191 characters, without control characters. */
  readonly name?: string;
  /** A tag such as `de` or `pt-BR`. */
  readonly language?: string;
  /** The shop's id of the customer. */
  readonly id?: string;
}
