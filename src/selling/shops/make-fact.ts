import { createHash } from 'node:crypto';
import { type Buyer, type Fact, isId, LIMITS, type OrderedItem } from './facts';
import { currencyCode } from './money';
import { UnreadableMessage } from './shop';

/** A fact before invalid parts are dropped. */
export type FactDraft = Omit<Fact, 'id' | 'references' | 'payment' | 'buyer'> & {
  /** The shop's ids of what happened, without the kind. */
  readonly id: readonly (string | number)[];
  /** Including the payment's id. */
  readonly references?: readonly (string | undefined)[];
  readonly payment: string | undefined;
  readonly buyer?: Buyer;
};

/** @throws {UnreadableMessage} for more items than an order can have */
export function makeFact(draft: FactDraft): Fact {
  const { kind, order, payment, items, buyer, total } = draft;
  if (items && items.length > LIMITS.items)
    throw new UnreadableMessage(`An order of ${items.length} items is too large: at most ${LIMITS.items} are read.`);
  const references = draft.references && [...draft.references, payment];
  const currency = currencyCode(draft.currency);
  const fact: { -readonly [name in keyof Fact]: Fact[name] } = {
    ...draft,
    id: idText([kind, ...draft.id]),
    references: namesBeside(references ?? [], order),
    items: items?.length === 0 ? undefined : items,
    buyer: buyer && readableBuyer(buyer),
    total: currency === undefined ? undefined : total,
    currency,
  };
  for (const name of Object.keys(fact) as (keyof Fact)[]) if (fact[name] === undefined) delete fact[name];
  return fact;
}

const namesBeside = (names: readonly (string | undefined)[], order: string | undefined): string[] =>
  [...new Set(names.filter((name) => name !== undefined && name !== order) as string[])].slice(0, LIMITS.references);

/** An id for messages without one. */
export const hashId = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

/** The parts joined by colons; hashed if they are too long or invalid. */
export function idText(parts: readonly (string | number)[]): string {
  const text = parts.join(':');
  if (isId(text)) return text;
  return `${parts[0]}:${createHash('sha256').update(text).digest('hex')}`.slice(-LIMITS.id);
}

/** @param names ids for mappings, the most exact first; without any the item is dropped */
export function makeItem(
  names: readonly (string | undefined)[],
  quantity: number,
  { line, title }: { readonly line?: string; readonly title?: string } = {},
): OrderedItem[] {
  const [first, ...others] = new Set(names.filter((name) => name !== undefined));
  if (first === undefined) return [];
  return [
    { ...(line !== undefined && { line }), names: [first, ...others], ...(title !== undefined && { title }), quantity },
  ];
}

function readableBuyer({ email, name, language, id }: Buyer): Buyer | undefined {
  const address = email?.trim();
  const tag = language?.replaceAll('_', '-');
  const isAddress =
    address !== undefined && address.length <= LIMITS.email && /^[^@\p{Cc}\s]+@[^@\p{Cc}\s]+$/u.test(address);
  const buyer = {
    ...(isAddress && address.isWellFormed() && { email: address }),
    ...(name !== undefined && { name }),
    ...(tag !== undefined &&
      tag.length <= LIMITS.language &&
      /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(tag) && { language: tag }),
    ...(id !== undefined && { id }),
  };
  return Object.keys(buyer).length === 0 ? undefined : buyer;
}
