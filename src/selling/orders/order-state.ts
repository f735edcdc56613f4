import type { Buyer, Fact, FactKind, OrderedItem } from '../shops/facts';

export const ORDER_STATES = ['unpaid', 'paid', 'pastDue', 'ended', 'refunded', 'disputed'] as const;
export type OrderStatus = (typeof ORDER_STATES)[number];

/** What all facts of an order add up to, in whatever order they arrived. */
export interface OrderState {
  readonly status: OrderStatus;
  readonly isTest: boolean;
  readonly buyer: Buyer;
  /** When the shop first reported it, by its clock, in milliseconds since the Unix epoch; undefined if it never did. */
  readonly createdAt?: number;
  /** Of the first payment. */
  readonly total?: string;
  readonly currency?: string;
  /** The number of the newest invoice. */
  readonly invoice?: string;
  /** Time of the first payment, kept or refunded, in milliseconds since the Unix epoch; undefined if nothing was paid. */
  readonly paidAt?: number;
  /** End of the paid period; undefined for one-time payments, and if nothing is paid. */
  readonly paidUntil?: number;
  /** In order of first appearance, including those no longer part of the order. */
  readonly lines: readonly OrderLine[];
}

/** A bought item; keeps its number when the buyer switches to another item. */
export interface OrderLine {
  readonly item: OrderedItem;
  /** 0 if it is no longer part of the order. */
  readonly quantity: number;
}

interface Payment {
  readonly at: number;
  paidUntil?: number;
  takenBy?: 'refund' | 'dispute';
}

/** Among facts of the same moment, decisive ones come last. */
const RANKS: Readonly<Record<FactKind, number>> = {
  changed: 0,
  paid: 1,
  renewed: 2,
  pastDue: 3,
  ended: 4,
  refunded: 5,
  disputed: 6,
  disputeWon: 7,
};

/** The payment of an order that is paid once. */
const ONLY_PAYMENT = '';

/** @param facts each once; their order doesn't matter */
export function orderState(facts: readonly Fact[]): OrderState {
  const sorted = facts.toSorted(byTime);
  const payments = paymentsIn(sorted);
  const standing = payments.filter(({ takenBy }) => takenBy === undefined);
  const { isPastDue, end } = courseOf(sorted);
  const paidUntil = end === undefined ? latestEnd(standing) : (end.paidUntil ?? latestEnd(standing) ?? end.at);
  const paid = sorted.filter(isPayment);
  return {
    status: statusOf(payments, standing, end !== undefined, isPastDue),
    isTest: sorted.some(({ isTest }) => isTest),
    buyer: buyerOf(sorted),
    createdAt: sorted[0]?.at,
    total: paid.find(({ total }) => total)?.total,
    currency: paid.find(({ currency }) => currency)?.currency,
    invoice: sorted.findLast(({ invoice }) => invoice)?.invoice,
    paidAt: paid[0]?.at,
    paidUntil: standing.length === 0 ? undefined : paidUntil,
    lines: linesIn(sorted),
  };
}

function byTime(one: Fact, other: Fact): number {
  return one.at - other.at || RANKS[one.kind] - RANKS[other.kind] || (one.id < other.id ? -1 : 1);
}

/** Whether it only adds names of a payment. */
const isNaming = ({ payment, items }: Fact): boolean => payment !== undefined && items === undefined;

const isPayment = ({ kind }: Fact): boolean => kind === 'paid' || kind === 'renewed';

/** By time. Reversals of a payment count even if they were reported before it. */
function paymentsIn(sorted: readonly Fact[]): Payment[] {
  const nameOf = paymentNames(sorted);
  const payments = new Map<string, Payment>();
  let newest: Payment | undefined;
  let early: number | undefined;
  for (const fact of sorted) {
    if (isPayment(fact)) {
      const name = nameOf(fact);
      newest = payments.get(name) ?? { at: fact.at };
      payments.set(name, newest);
      extend(newest, fact.paidUntil ?? early);
      early = undefined;
    } else if (fact.kind === 'changed' && fact.paidUntil !== undefined) {
      if (newest && isPaidInto(fact, newest)) extend(newest, fact.paidUntil);
      else early = later(early, fact.paidUntil);
    }
  }
  for (const fact of sorted) take(payments, nameOf(fact), fact);
  return [...payments.values()];
}

/** Shops name one payment by the ids of its invoice, its charge and more; facts tell which belong together. */
function paymentNames(facts: readonly Fact[]): (fact: Fact) => string {
  const groups = new Map<string, Set<string>>();
  for (const { payment, references } of facts) {
    if (payment === undefined) continue;
    const names = [payment, ...references];
    const group = new Set(names.flatMap((name) => [...(groups.get(name) ?? [name])]));
    for (const name of group) groups.set(name, group);
  }
  return ({ payment }) => (payment === undefined ? ONLY_PAYMENT : [...groups.get(payment)!].toSorted()[0]);
}

/** Whether what was paid reaches into the period, which shops begin before they charge for it. */
const isPaidInto = ({ periodStart }: Fact, { paidUntil }: Payment): boolean =>
  periodStart === undefined || paidUntil === undefined || periodStart < paidUntil;

function extend(payment: Payment, paidUntil: number | undefined): void {
  payment.paidUntil = later(payment.paidUntil, paidUntil);
}

const later = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);

function take(payments: ReadonlyMap<string, Payment>, name: string, { kind, refunded, isLost }: Fact): void {
  // If only one fact names its payment, an order that is paid once has just one.
  const isUnnamed = name === ONLY_PAYMENT || payments.has(ONLY_PAYMENT);
  const payment = payments.get(name) ?? (isUnnamed && payments.size === 1 ? [...payments.values()][0] : undefined);
  if (!payment) return;
  if (kind === 'refunded' && (payment.takenBy !== 'dispute' || refunded === 'all'))
    payment.takenBy = refunded === 'all' ? 'refund' : undefined;
  else if (kind === 'disputed' && isLost) payment.takenBy ??= 'dispute';
  else if (kind === 'disputeWon' && payment.takenBy === 'dispute') payment.takenBy = undefined;
}

/** Whether it is past due or ended, according to the latest facts. */
function courseOf(sorted: readonly Fact[]): { isPastDue: boolean; end: Fact | undefined } {
  let isPastDue = false;
  let end: Fact | undefined;
  for (const fact of sorted) {
    if (fact.kind === 'pastDue') isPastDue = true;
    else if (fact.kind === 'ended') end = fact;
    else if (isPayment(fact) || (fact.kind === 'changed' && !isNaming(fact))) {
      isPastDue = false;
      end = undefined;
    }
  }
  return { isPastDue, end };
}

/** Undefined if a payment never ends, or none has an end. */
function latestEnd(payments: readonly Payment[]): number | undefined {
  return payments.reduce<number | undefined>((latest, { paidUntil }) => later(latest, paidUntil), undefined);
}

function statusOf(
  payments: readonly Payment[],
  standing: readonly Payment[],
  isOver: boolean,
  isPastDue: boolean,
): OrderStatus {
  if (payments.length === 0) return 'unpaid';
  if (standing.length === 0) return payments.at(-1)!.takenBy === 'dispute' ? 'disputed' : 'refunded';
  if (isOver) return 'ended';
  return isPastDue ? 'pastDue' : 'paid';
}

function buyerOf(sorted: readonly Fact[]): Buyer {
  return Object.assign({}, ...sorted.map(({ buyer }) => withoutUndefined(buyer ?? {}))) as Buyer;
}

const withoutUndefined = (buyer: Buyer): Buyer =>
  Object.fromEntries(Object.entries(buyer).filter(([, value]) => value !== undefined));

/** A buyer who switches to another item keeps the line, and so the license key. */
function linesIn(sorted: readonly Fact[]): OrderLine[] {
  const lines: { item: OrderedItem; quantity: number }[] = [];
  for (const { items } of sorted) {
    if (!items) continue;
    const left = new Set(lines);
    const unplaced = items.filter((item) => {
      const line = lines.find((each) => left.has(each) && isSameLine(each.item, item));
      if (!line) return true;
      left.delete(line);
      Object.assign(line, { item, quantity: item.quantity });
      return false;
    });
    // First lines whose item has just left, then those that left earlier.
    const free = [...left].toSorted((one, other) => Number(other.quantity > 0) - Number(one.quantity > 0));
    for (const line of left) line.quantity = 0;
    for (const item of unplaced) {
      const line = free.shift();
      if (line) Object.assign(line, { item, quantity: item.quantity });
      else lines.push({ item, quantity: item.quantity });
    }
  }
  return lines;
}

const isSameLine = (one: OrderedItem, other: OrderedItem): boolean =>
  one.line !== undefined && other.line !== undefined ? one.line === other.line : one.names[0] === other.names[0];
