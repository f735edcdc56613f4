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

/**
 * One thing that a shop says about an order, in the same words for all shops. The state of an order follows from the set of
 * its facts, so they may come in any order and any number of times.
 */
export interface Fact {
  readonly kind: FactKind;
  /** The shop's own id for what happened, with the kind: the same however often it is told, and by which way. At most 191 characters. */
  readonly id: string;
  /** When it happened, or as of when it is said, in milliseconds since the Unix epoch. */
  readonly at: number;
  /** The shop's id of the order: of the subscription, for one that is renewed. Left out if the message only refers to a payment. */
  readonly order?: string;
  /** Further ids by which the shop may name the order elsewhere: of checkouts, invoices, payments, charges. */
  readonly references: readonly string[];
  /** The payment that was made, taken back or disputed; one of an order that is paid once may be left out. */
  readonly payment?: string;
  readonly isTest: boolean;
  /** What is paid for ends then, in milliseconds since the Unix epoch; left out for what is paid once. */
  readonly paidUntil?: number;
  /** Everything the order consists of as of then; left out if the message doesn't say. */
  readonly items?: readonly OrderedItem[];
  readonly buyer?: Buyer;
  /** What was paid, with tax, as the shop writes numbers in its currency: "49.00". */
  readonly total?: string;
  /** ISO 4217, upper case. */
  readonly currency?: string;
  /** The number of the invoice that the buyer sees. */
  readonly invoice?: string;
  /** Of `refunded`. */
  readonly refunded?: 'all' | 'part';
  /** Of `disputed`: whether the money is gone for good. */
  readonly isLost?: boolean;
}

export interface OrderedItem {
  /** The shop's id of this line of the order, if it has one that stays when the buyer switches to another item. */
  readonly line?: string;
  /** What is mapped: the shop's id of a price, variant, product or payment link; then less exact ids of the same thing. */
  readonly names: readonly [string, ...string[]];
  /** As people call it. */
  readonly title?: string;
  readonly quantity: number;
}

export interface Buyer {
  readonly email?: string;
  readonly name?: string;
  /** A tag such as `de` or `pt-BR`. */
  readonly language?: string;
  /** The shop's id of the customer. */
  readonly id?: string;
}
