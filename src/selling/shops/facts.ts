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

/** Limits of `makeFact`: longer ids are refused, longer texts are cut. */
export const LIMITS = { id: 191, text: 191, email: 254, language: 35, items: 200, references: 50, quantity: 1_000_000 };

/** Whether a text can be an id: visible characters within the limit. */
export const isId = (text: string): boolean =>
  text.length <= LIMITS.id && text.isWellFormed() && /^[^\p{Cc}\s]+$/u.test(text);

/**
 * Something that a shop reports about an order, in the same terms for all shops. The state of an order follows from the
 * set of its facts, so they may arrive in any order and repeatedly. Facts belong to one order if they have the same
 * `order`, or if one has in its `references` what another has as `order` or in its own `references`. Facts with a
 * `payment` are about the same payment if one has in `payment` or `references` what the other has there.
 */
export interface Fact {
  readonly kind: FactKind;
  /** Kind and the shop's own id of what happened: the same in repeated messages and in the shop's API. At most 191 characters. */
  readonly id: string;
  /** When it happened, or the time it describes, in milliseconds since the Unix epoch. */
  readonly at: number;
  /** The shop's id of the order; for renewals, of the subscription. Absent if the message only refers to a payment. */
  readonly order?: string;
  /**
   * Further ids that the shop may use for the order: of checkouts, invoices, payments, charges. For a fact with a
   * `payment`, further names of that payment. At most 50, without `order`.
   */
  readonly references: readonly string[];
  /**
   * The payment that was made, refunded or disputed; may be absent for an order that is paid once. A `changed` with a
   * payment and without `items` only says that this payment's names belong together.
   */
  readonly payment?: string;
  readonly isTest: boolean;
  /**
   * End of the paid period, in milliseconds since the Unix epoch; absent for one-time payments. In a `changed`, the end
   * of the current period, whether a payment or a trial covers it; a refund of that payment also takes it back.
   */
  readonly paidUntil?: number;
  /**
   * For a `changed` with `paidUntil`: when that period began. Shops move on to the next period before it is paid, so one
   * that begins after the paid time covers nothing. Absent if the period needs no payment, such as a trial.
   */
  readonly periodStart?: number;
  /** All items of the order at that time, at most 200; absent if the message doesn't say. */
  readonly items?: readonly OrderedItem[];
  readonly buyer?: Buyer;
  /** What was paid, including tax, as the shop writes numbers in its currency: "49.00". */
  readonly total?: string;
  /** ISO 4217, upper case. */
  readonly currency?: string;
  /** The invoice number that the buyer sees. */
  readonly invoice?: string;
  /** For `refunded`: how much of the payment has been refunded in all. The latest such fact counts. */
  readonly refunded?: 'all' | 'part';
  /** For `disputed`: whether the money is lost for good. */
  readonly isLost?: boolean;
}

export interface OrderedItem {
  /** The shop's id of this line, if it stays the same when the buyer switches to another item. */
  readonly line?: string;
  /** Ids for mappings: of a price, variant, product or payment link, most exact first. */
  readonly names: readonly [string, ...string[]];
  /** Name for people, at most 191 characters. */
  readonly title?: string;
  /** From 0, which some shops allow, to 1,000,000. */
  readonly quantity: number;
}

export interface Buyer {
  /** With an @ and without spaces, at most 254 characters; absent if the shop has something else. */
  readonly email?: string;
  /** At most 191 characters, without control characters. */
  readonly name?: string;
  /** A tag such as `de` or `pt-BR`. */
  readonly language?: string;
  /** The shop's id of the customer. */
  readonly id?: string;
}
