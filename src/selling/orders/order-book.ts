import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Fact } from '../shops/facts';
import { UnreadableMessage } from '../shops/shop';
import { OrderKeysRepository } from './order-keys.repository';
import type { Order } from './order.entity';
import { type NewOrder, OrdersRepository } from './orders.repository';

/** A line is a row, and a row has limited space. */
const LONGEST_FACT = 60_000;

/** Assigns each fact to its order, and stores it once. */
@Injectable()
export class OrderBook {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly keys: OrderKeysRepository,
  ) {}

  /**
   * A fact without a known order creates one, which later facts may merge with another. @returns the orders of the
   * facts, locked until the transaction ends @throws {UnreadableMessage}
   */
  async take(transaction: EntityManager, sourceId: number, facts: readonly Fact[]): Promise<Order[]> {
    const orders = this.orders.within(transaction);
    const taken = new Map<number, Order>();
    for (const fact of facts) {
      const references = referencesOf(fact);
      const order =
        (await this.joined(transaction, await orders.lockReferred(sourceId, references), taken)) ??
        (await orders.insert(newOrder(sourceId, fact, references[0])));
      await orders.refer(sourceId, order.id, references);
      await orders.keep(sourceId, order.id, fact);
      // So far it was named after a payment.
      if (fact.order !== undefined) order.reference = fact.order;
      taken.set(order.id, order);
    }
    return [...taken.values()];
  }

  /** The one with license keys, or else the oldest; the others are merged into it. */
  private async joined(
    transaction: EntityManager,
    found: readonly Order[],
    taken: Map<number, Order>,
  ): Promise<Order | undefined> {
    if (found.length < 2) return found[0] && (taken.get(found[0].id) ?? found[0]);
    const withKeys: Order[] = [];
    for (const order of found) if (await this.keys.within(transaction).hasKeys(order.id)) withKeys.push(order);
    if (withKeys.length > 1) {
      const names = withKeys.map(({ reference }) => reference).join(' and ');
      throw new UnreadableMessage(`It says that ${names} are one order, but both have license keys.`);
    }
    const [first] = [...withKeys, ...found];
    for (const { id } of found) {
      if (id === first.id) continue;
      await this.orders.within(transaction).merge(first.id, id);
      await this.keys.within(transaction).deleteLines(id);
      taken.delete(id);
    }
    return taken.get(first.id) ?? first;
  }
}

function referencesOf(fact: Fact): [string, ...string[]] {
  const { order, payment, references } = fact;
  const all = [...new Set([order, payment, ...references].filter((each) => each !== undefined))];
  if (all.length === 0) throw new UnreadableMessage('It names no order and no payment.');
  if (JSON.stringify(fact).length > LONGEST_FACT) throw new UnreadableMessage('The order has too many lines.');
  return all as [string, ...string[]];
}

function newOrder(sourceId: number, { isTest, at }: Fact, reference: string): NewOrder {
  return {
    sourceId,
    reference,
    status: 'unpaid',
    isTest,
    uid: null,
    email: null,
    buyer: null,
    total: null,
    currency: null,
    invoice: null,
    paidAt: null,
    paidUntil: null,
    createdAt: at,
    // Not announced yet: see `Fulfilment`.
    changedAt: 0,
    problem: null,
  };
}
