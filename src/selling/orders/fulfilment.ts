import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import type { Change } from '../../access/audit/change';
import { ChangeLog } from '../../access/audit/change-log';
import { SHOPS } from '../shops/shops';
import type { Mapping } from '../sources/mapping.entity';
import { MappingsRepository } from '../sources/mappings.repository';
import type { Source } from '../sources/source.entity';
import { Buyers, emailOf } from './buyers';
import { KeyMaker, type Made } from './key-maker';
import { OrderKeysRepository } from './order-keys.repository';
import { OrderMails } from './order-mails';
import type { OrderKey, StoredLine } from './order-parts.entity';
import { type OrderLine, type OrderState, orderState } from './order-state';
import { type Order, PROBLEM_LENGTH } from './order.entity';
import { OrdersRepository } from './orders.repository';
import { toOrderDto } from './to-order-dto';
import { stillWanted, type Wanted, wantedOf } from './wanted';

const TEXT_LENGTH = 191;

/** Notes for people about the outcome. */
export interface Fulfilled {
  /** Why it isn't complete. */
  readonly problem?: string;
  /** Worth knowing although it is complete. */
  readonly remark?: string;
}

/** Brings everything in line with an order's state: the customer, the license keys, the emails. */
@Injectable()
export class Fulfilment {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly orderKeys: OrderKeysRepository,
    private readonly mappings: MappingsRepository,
    private readonly buyers: Buyers,
    private readonly keyMaker: KeyMaker,
    private readonly mails: OrderMails,
    private readonly changes: ChangeLog,
  ) {}

  /** Idempotent: does nothing if all is up to date. @param order locked by the transaction */
  async fulfil(transaction: EntityManager, source: Source, order: Order): Promise<Fulfilled> {
    const state = orderState(await this.orders.within(transaction).findFacts(order.id));
    const present = await this.partsOf(transaction, order);
    const before = order.changedAt === 0 ? undefined : toOrderDto(order, present.lines, present.keys);
    const actor = actorOf(source, order);
    const uid = order.uid ?? (await this.findCustomer(transaction, actor, state, source));
    const createdAt = state.createdAt ?? order.createdAt;
    const known: Order = Object.assign({}, order, valuesOf(state), { uid, createdAt, problem: null });
    const { made, problem } = await this.make(transaction, actor, { source, order: known, state, ...present });
    const isKnown = state.lines.length > 0 || state.paidAt !== undefined;
    const changedAt = isKnown ? Date.now() : 0;
    const kept: Order = Object.assign({}, known, { changedAt, problem: problem?.slice(0, PROBLEM_LENGTH) ?? null });
    await this.orders.within(transaction).update(kept);
    if (isKnown) await this.tell(transaction, actor, before, kept);
    const isReached = order.uid !== null && order.email === null && kept.email !== null;
    if (isReached) await this.buyers.reach(transaction, actor, kept);
    const remark = await this.mails.tell(transaction, kept, state, made, isReached ? present.keys : []);
    return { problem, remark };
  }

  private async findCustomer(
    transaction: EntityManager,
    actor: Actor,
    { status, buyer }: OrderState,
    { type }: Source,
  ): Promise<string | null> {
    return status === 'unpaid' ? null : this.buyers.find(transaction, actor, buyer, type);
  }

  private async make(
    transaction: EntityManager,
    actor: Actor,
    { source, order, state, lines, keys }: { source: Source; order: Order; state: OrderState } & Parts,
  ): Promise<{ made: Made[]; problem: string | undefined }> {
    const mappings = await this.mappings.within(transaction).findOf(source.id);
    const made: Made[] = [];
    const problems: string[] = [];
    for (const [index, line] of state.lines.entries()) {
      const number = index + 1;
      const stored = lines.find((each) => each.line === number);
      const given = stored?.given ? (JSON.parse(stored.given) as Wanted) : undefined;
      const wanted = wantedFrom(state, line, mappings, source, given);
      if (typeof wanted === 'string') problems.push(wanted);
      const isWanted = typeof wanted === 'object';
      const own = keys.filter((key) => key.line === number);
      const place = { orderId: order.id, line: number, uid: order.uid ?? '', isTest: state.isTest, keys: own };
      if (isWanted) made.push(await this.keyMaker.make(transaction, actor, place, wanted, given));
      const row = lineRow(place, line, isWanted ? wanted : given);
      await this.orderKeys.within(transaction).saveLine(row, stored === undefined);
    }
    return { made, problem: problems.length === 0 ? undefined : problems.join(' ') };
  }

  private async tell(
    transaction: EntityManager,
    actor: Actor,
    before: object | undefined,
    order: Order,
  ): Promise<void> {
    const { lines, keys } = await this.partsOf(transaction, order);
    const after = toOrderDto(order, lines, keys);
    const changes: Change[] = [];
    const target = { targetType: 'order', targetId: order.id } as const;
    if (!before) {
      const { problem, ...created } = after;
      changes.push({ action: 'create', ...target, after: created });
      if (problem !== undefined) changes.push({ action: 'update', ...target, before: created, after });
    } else if (JSON.stringify(before) !== JSON.stringify(after)) {
      changes.push({ action: 'update', ...target, before, after });
    }
    await this.changes.within(transaction).append(actor, changes);
  }

  private async partsOf(transaction: EntityManager, { id }: Order): Promise<Parts> {
    const orderKeys = this.orderKeys.within(transaction);
    return { lines: await orderKeys.findLines([id]), keys: await orderKeys.findKeys([id]) };
  }
}

/** The stored parts of an order. */
interface Parts {
  readonly lines: readonly StoredLine[];
  readonly keys: readonly OrderKey[];
}

/** The actor in the audit. */
const actorOf = ({ name }: Source, { reference }: Order): Actor => ({
  apiKeyId: null,
  name: `${name}: ${reference}`.slice(0, TEXT_LENGTH),
  address: '',
  requestId: '',
});

function wantedFrom(
  state: OrderState,
  line: OrderLine,
  mappings: readonly Mapping[],
  { type, name }: Source,
  given: Wanted | undefined,
): Wanted | string | undefined {
  if (state.status === 'unpaid') return undefined;
  const shop = type === 'generic' ? name : SHOPS[type].name;
  const mapping = line.item.names.map((item) => mappings.find((each) => each.item === item)).find(Boolean);
  if (mapping?.pid != null) return wantedOf(state, line, mapping, shop);
  const isTaken = line.quantity === 0 || state.status === 'refunded' || state.status === 'disputed';
  // Refunds still apply to keys of items that are no longer mapped.
  if (mapping || isTaken) return given && stillWanted(state, line, given, shop);
  return `Nothing says what license keys "${line.item.names[0]}" stands for: map it.`;
}

const lineRow = (
  { orderId, line }: { orderId: number; line: number },
  { item, quantity }: OrderLine,
  given: Wanted | undefined,
): StoredLine => ({
  orderId,
  line,
  item: item.names[0].slice(0, TEXT_LENGTH),
  title: item.title?.slice(0, TEXT_LENGTH) ?? null,
  quantity,
  given: given ? JSON.stringify(given) : null,
});

function valuesOf(state: OrderState): Partial<Order> {
  const { status, isTest, buyer, total, currency, invoice, paidAt, paidUntil } = state;
  return {
    status,
    isTest,
    email: emailOf(buyer) ?? null,
    buyer: buyer.name?.slice(0, TEXT_LENGTH) ?? null,
    total: total ?? null,
    currency: currency ?? null,
    invoice: invoice ?? null,
    paidAt: paidAt ?? null,
    // A refunded or disputed order keeps its last values.
    ...(status === 'refunded' || status === 'disputed' ? {} : { paidUntil: paidUntil ?? null }),
  };
}
