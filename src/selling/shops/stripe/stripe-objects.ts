import { askShop } from '../answers';
import type { OrderedItem } from '../facts';
import { makeItem } from '../make-fact';
import type { MessagePart } from '../message-part';
import { currencyCode, decimalsOf, fromMinorUnits } from '../money';
import { type Ask, UnreadableMessage } from '../shop';

/** Common to all facts of an event. */
export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  /** When it happened, in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly isTest: boolean;
  readonly object: MessagePart;
}

/** Where Stripe's unit isn't the currency's own, for backward compatibility. */
const DECIMALS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };
const MOST_PAGES = 10;

export function moneyOf(amount: MessagePart, currency: MessagePart): { total?: string; currency?: string } {
  const code = currencyCode(currency.text());
  const { whole } = amount;
  if (code === undefined || whole === undefined) return {};
  return { total: fromMinorUnits(whole, code, DECIMALS[code] ?? decimalsOf(code)), currency: code };
}

/** A price; in older versions a plan, in newer ones only its id. */
export function namesOfPrice(holder: MessagePart): readonly (string | undefined)[] {
  const details = holder.at('pricing', 'price_details');
  const price = [holder.at('price'), details.at('price'), holder.at('plan')].find((each) => each.id !== undefined);
  return [price?.id, price?.at('product').id ?? details.at('product').id];
}

/** Metered items count as one, whatever their usage. */
const isMetered = (holder: MessagePart): boolean =>
  holder.at('price', 'recurring', 'usage_type').is('metered') || holder.at('plan', 'usage_type').is('metered');

export const quantityOf = (holder: MessagePart): number => (isMetered(holder) ? 1 : holder.at('quantity').quantity);

export function lineItems(lines: readonly MessagePart[], paymentLink: string | undefined): OrderedItem[] {
  // A payment link is only unambiguous if it sells a single item.
  const link = lines.length === 1 ? paymentLink : undefined;
  return lines.flatMap((line) =>
    makeItem([...namesOfPrice(line), link], quantityOf(line), { title: line.at('description').text() }),
  );
}

/**
 * All elements of a list that a message contains only in part; undefined if the rest can't be requested. @throws
 * {UnreadableMessage} if it is too long
 */
export async function wholeList(
  list: MessagePart,
  path: string,
  ask: Ask | undefined,
): Promise<readonly MessagePart[] | undefined> {
  if (!list.isAbsent && !list.at('has_more').isTrue) return list.at('data').list;
  return ask && readList(ask, path);
}

async function readList(ask: Ask, path: string): Promise<readonly MessagePart[] | undefined> {
  const found: MessagePart[] = [];
  let after = '';
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await askShop(ask, 'Stripe', `${path}${path.includes('?') ? '&' : '?'}limit=100${after}`);
    if (!answer) return undefined;
    const data = answer.at('data').list;
    found.push(...data);
    if (!answer.at('has_more').isTrue || data.length === 0) return found;
    after = `&starting_after=${encodeURIComponent(data.at(-1)!.at('id').requiredId)}`;
  }
  throw new UnreadableMessage(`Stripe's list at ${path} is too long.`);
}
