import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  And,
  type EntityManager,
  type FindOptionsWhere,
  In,
  IsNull,
  LessThan,
  MoreThan,
  Not,
  Repository,
} from 'typeorm';
import { insertRows } from '../../platform/database/insert-rows';
import { lockingRead } from '../../platform/database/locking-read';
import type { Fact } from '../shops/facts';
import { Order } from './order.entity';
import type { OrderStatus } from './order-state';
import { OrderFact, OrderReference } from './order-parts.entity';

export type NewOrder = Omit<Order, 'id'>;
interface OrderFilter {
  readonly sourceId?: number;
  readonly uid?: string;
  readonly status?: OrderStatus;
  /** Whether it is incomplete. */
  readonly hasProblem?: boolean;
  /** Any id by which the shop names the order. */
  readonly reference?: string;
  /** Only these. */
  readonly ids?: readonly number[];
}

/** Drops missing filters. */
const given = (filter: OrderFilter): OrderFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

@Injectable()
export class OrdersRepository {
  constructor(
    @InjectRepository(Order) private readonly orders: Repository<Order>,
    @InjectRepository(OrderReference) private readonly references: Repository<OrderReference>,
    @InjectRepository(OrderFact) private readonly facts: Repository<OrderFact>,
  ) {}

  within(transaction: EntityManager): OrdersRepository {
    return new OrdersRepository(
      transaction.withRepository(this.orders),
      transaction.withRepository(this.references),
      transaction.withRepository(this.facts),
    );
  }

  findById(id: number): Promise<Order | null> {
    return this.orders.findOneBy({ id });
  }

  /** Newest first, without orders known only by a payment. @param before only smaller ids */
  async findPage(
    { reference, ids, hasProblem, ...filter }: OrderFilter,
    before: number,
    limit: number,
  ): Promise<Order[]> {
    const idIs = [LessThan(before)];
    if (ids) idIs.push(In([...ids]));
    if (reference !== undefined) {
      const found = await this.references.findBy({ reference });
      idIs.push(In(found.map(({ orderId }) => orderId)));
    }
    const where: FindOptionsWhere<Order> = { ...given(filter), id: And(...idIs), changedAt: MoreThan(0) };
    if (hasProblem !== undefined) where.problem = hasProblem ? Not(IsNull()) : IsNull();
    return this.orders.find({ where, order: { id: 'DESC' }, take: limit });
  }

  /** By ascending id; also those of which only a payment is known. */
  findOfUid(uid: string, limit: number, after = 0): Promise<Order[]> {
    return this.orders.find({ where: { uid, id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  async move(uid: string, newUid: string): Promise<void> {
    await this.orders.update({ uid }, { uid: newUid });
  }

  /** Keeps the order, and removes personal data of the buyer. */
  async forgetBuyer(id: number): Promise<void> {
    await this.orders.update({ id }, { uid: null, email: null, buyer: null });
    for (const row of await this.facts.findBy({ orderId: id })) {
      const { buyer: _buyer, ...fact } = JSON.parse(row.fact!) as Fact;
      await this.facts.update({ sourceId: row.sourceId, factId: row.factId }, { fact: JSON.stringify(fact) });
    }
  }

  async isOfSource(sourceId: number): Promise<boolean> {
    return this.orders.existsBy({ sourceId });
  }

  /** Orders with these ids of the shop, by ascending id, locked until the transaction ends. */
  async lockReferred(sourceId: number, references: readonly string[]): Promise<Order[]> {
    const found = await this.references.findBy({ sourceId, reference: In([...references]) });
    return this.lockAll(found.map(({ orderId }) => orderId));
  }

  /** Those that exist, by ascending id, locked until the transaction ends. */
  lockAll(ids: readonly number[]): Promise<Order[]> {
    const where = { id: In([...new Set(ids)]) };
    return this.orders.find({ where, order: { id: 'ASC' }, ...lockingRead(this.orders.manager) });
  }

  async insert(order: NewOrder): Promise<Order> {
    const { identifiers } = await this.orders.insert(order);
    return { ...order, id: identifiers[0].id as number };
  }

  async update({ id, ...columns }: Order): Promise<void> {
    await this.orders.update({ id }, columns);
  }

  /** Adds missing ids. */
  async refer(sourceId: number, orderId: number, references: readonly string[]): Promise<void> {
    const known = await this.references.findBy({ sourceId, reference: In([...references]) });
    const missing = references.filter((each) => !known.some(({ reference }) => reference === each));
    if (missing.length === 0) return;
    const rows = missing.map((reference) => ({ sourceId, reference, orderId }));
    await insertRows(this.orders.manager, 'order_references', rows);
  }

  /** @returns whether it is new */
  async keep(sourceId: number, orderId: number, fact: Fact): Promise<boolean> {
    if (await this.facts.existsBy({ sourceId, factId: fact.id })) return false;
    await this.facts.insert({ sourceId, factId: fact.id, orderId, fact: JSON.stringify(fact) });
    return true;
  }

  async findFacts(orderId: number): Promise<Fact[]> {
    const rows = await this.facts.findBy({ orderId });
    return rows.map(({ fact }) => JSON.parse(fact!) as Fact);
  }

  /** Two orders turned out to be one: everything of the second is moved to the first. */
  async merge(orderId: number, secondId: number): Promise<void> {
    await this.references.update({ orderId: secondId }, { orderId });
    await this.facts.update({ orderId: secondId }, { orderId });
    await this.orders.delete({ id: secondId });
  }
}
