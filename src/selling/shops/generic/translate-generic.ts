import { FACT_KINDS, type FactKind, type OrderedItem } from '../facts';
import { idText, makeFact, makeItem } from '../make-fact';
import { MessagePart, requiredTime } from '../message-part';
import { currencyCode, fromDecimal } from '../money';
import type { Ask, Identity, ShopMessage, Translation } from '../shop';

const FIELDS = 'type order at payment paidUntil items buyer total currency invoice refunded lost test'.split(' ');
const ITEM_FIELDS = ['id', 'quantity', 'line', 'title'];
const BUYER_FIELDS = ['email', 'name', 'language', 'id'];
const LONGEST_MONEY = 15;

/** Refuses unreadable messages at once, so that the sender's author sees why. */
export function identifyGeneric(message: ShopMessage): Identity {
  const [fact] = factsOf(message);
  return { id: idText([message.headers['webhook-id'] ?? fact.id]), type: fact.kind };
}

export const translateGeneric = (message: ShopMessage, _ask: Ask | undefined): Promise<Translation> =>
  new Promise((resolve) => resolve({ facts: factsOf(message) }));

function factsOf({ headers, body }: ShopMessage) {
  const sent = MessagePart.parse(body);
  allow(sent, FIELDS);
  const type = sent.at('type');
  const kind = FACT_KINDS.find((each) => type.is(each));
  if (kind === undefined) throw type.unreadable(`must be one of ${FACT_KINDS.join(', ')}`);
  const order = sent.at('order').requiredId;
  const payment = sent.at('payment');
  const draft = {
    kind,
    at: requiredTime(sent.at('at'), 'time'),
    isTest: flag(sent.at('test')),
    order,
    payment: present(payment, () => payment.id),
    paidUntil: paidUntil(sent.at('paidUntil'), kind),
    items: items(sent.at('items'), kind),
    buyer: buyer(sent.at('buyer'), kind),
    invoice: present(sent.at('invoice'), () => sent.at('invoice').text()),
    ...money(sent.at('total'), sent.at('currency')),
    ...(kind === 'refunded' && { refunded: refunded(sent.at('refunded')) }),
    ...(kind === 'disputed' && { isLost: flag(sent.at('lost')) }),
  };
  // The message's id, so that repeated messages make one fact.
  return [makeFact({ ...draft, id: [headers['webhook-id'] ?? `${order}:${draft.at}`] })];
}

function allow(part: MessagePart, fields: readonly string[]): void {
  const other = part.names.find((name) => !fields.includes(name));
  if (other !== undefined)
    throw part.at(other.slice(0, 50)).unreadable(`is not a field; there are ${fields.join(', ')}`);
}

/** Present values must be usable; null counts as missing. */
function present<Value>(
  part: MessagePart,
  read: () => Value | undefined,
  problem = 'must be a text',
): Value | undefined {
  if (part.isAbsent) return undefined;
  const value = read();
  if (value === undefined) throw part.unreadable(problem);
  return value;
}

function flag(part: MessagePart): boolean {
  if (!part.isAbsent && !part.is(true, false)) throw part.unreadable('must be true or false');
  return part.is(true);
}

function paidUntil(part: MessagePart, kind: FactKind): number | undefined {
  return kind === 'renewed' ? requiredTime(part, 'time') : part.time;
}

function items(part: MessagePart, kind: FactKind): OrderedItem[] | undefined {
  if (part.isAbsent && kind !== 'paid') return undefined;
  if (part.list.length === 0)
    throw part.unreadable('must be a list with at least one item, such as [{"id": "pro", "quantity": 1}]');
  return part.list.flatMap((item) => {
    if (!item.isObject) throw item.unreadable('must be an object such as {"id": "pro", "quantity": 1}');
    allow(item, ITEM_FIELDS);
    const [line, title] = [item.at('line'), item.at('title')];
    return makeItem([item.at('id').requiredId], item.at('quantity').quantity, {
      line: present(line, () => line.id),
      title: present(title, () => title.text()),
    });
  });
}

function buyer(part: MessagePart, kind: FactKind) {
  if (part.isAbsent && kind !== 'paid') return undefined;
  if (!part.isObject) throw part.unreadable('must be an object such as {"email": "anna@example.com", "name": "Anna"}');
  allow(part, BUYER_FIELDS);
  const [email, name, language, id] = BUYER_FIELDS.map((field) => part.at(field));
  const made = {
    email: present(email, () => email.text(255)),
    name: present(name, () => name.text()),
    language: present(language, () => language.text()),
    id: present(id, () => id.id),
  };
  if (kind === 'paid' && made.email === undefined && made.id === undefined)
    throw email.unreadable('is missing: it is where the license key is sent. Send an id if it isn’t to be sent');
  if (made.email !== undefined && !/^[^@\s]+@[^@\s]+$/.test(made.email))
    throw email.unreadable('must be an email address');
  return made;
}

function money(total: MessagePart, currency: MessagePart): { total?: string; currency?: string } {
  const code = present(currency, () => currencyCode(currency.text()), 'must be a code of three letters such as EUR');
  const amount = present(total, () => total.decimal, 'must be a text such as "49.00"');
  if (amount === undefined || code === undefined) {
    if (amount !== undefined) throw currency.unreadable('is missing beside total');
    return {};
  }
  if (!total.is(amount) || amount.length > LONGEST_MONEY) throw total.unreadable('must be a text such as "49.00"');
  return { total: fromDecimal(amount, code), currency: code };
}

function refunded(part: MessagePart): 'all' | 'part' {
  if (!part.isAbsent && !part.is('all', 'part')) throw part.unreadable('must be all or part');
  return part.is('part') ? 'part' : 'all';
}
