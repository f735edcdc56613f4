import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RecordedChanges } from '../../access/audit/recorded-changes';
import { CustomerRecords, type RecordsOfCustomers } from '../../licensing/customer-data/customer-records';
import { Transactions } from '../../platform/database/transactions';
import { isObject } from '../../platform/validation/json-object';
import type { OrderDto } from '../orders/dto/order.dto';
import type { Order } from '../orders/order.entity';
import { OrdersRepository } from '../orders/orders.repository';
import { OrdersService } from '../orders/orders.service';
import type { InboxMessage } from './inbox-message.entity';
import { InboxRepository } from './inbox.repository';

const ROWS_A_PAGE = 200;
const ERASED_AT_ONCE = 20;
const RECORDS_AT_ONCE = 100;

/** A customer's orders, for exports, erasures and moves to another uid. */
@Injectable()
export class SalesOfCustomers implements RecordsOfCustomers {
  readonly lists = {
    orders: (uid: string) => this.pages(uid),
    factsOfOrders: (uid: string) => this.facts(uid),
    messagesOfShops: (uid: string) => this.messages(uid),
  };

  constructor(
    records: CustomerRecords,
    private readonly shown: OrdersService,
    private readonly orders: OrdersRepository,
    private readonly inbox: InboxRepository,
    private readonly recorded: RecordedChanges,
    private readonly transactions: Transactions,
  ) {
    records.add(this);
  }

  move(transaction: EntityManager, uid: string, newUid: string): Promise<void> {
    return this.orders.within(transaction).move(uid, newUid);
  }

  /** Orders stay, since the books name them, but without personal data; the shop's messages are deleted. */
  async erase(uid: string, isLate: () => boolean): Promise<boolean> {
    for (;;) {
      const found = await this.orders.findOfUid(uid, ERASED_AT_ONCE);
      for (const { id } of found) {
        await this.rewrite('audit', id);
        await this.rewrite('events', id);
        await this.transactions.run(async (transaction) => {
          await this.inbox.within(transaction).deleteBodiesOf(id);
          await this.orders.within(transaction).forgetBuyer(id);
        });
      }
      if (found.length < ERASED_AT_ONCE) return true;
      if (isLate()) return false;
    }
  }

  private async *pages(uid: string): AsyncGenerator<OrderDto[]> {
    for (let before: number | undefined; ;) {
      const { items, next } = await this.shown.getPage({ uid, limit: ROWS_A_PAGE, before });
      yield items;
      if (next === undefined) return;
      before = next;
    }
  }

  /** What shops said, as it is understood. */
  private async *facts(uid: string): AsyncGenerator<object[]> {
    for await (const { id: order } of this.all(uid))
      yield (await this.orders.findFacts(order)).map((fact) => ({ order, ...fact }));
  }

  /** What shops said, as it came; one by one, since a body may be long. */
  private async *messages(uid: string): AsyncGenerator<object[]> {
    for await (const { id: orderId, sourceId } of this.all(uid)) {
      for (let before = Number.MAX_SAFE_INTEGER; ;) {
        const found = await this.inbox.findPage({ sourceId, orderId }, before, ROWS_A_PAGE);
        for (const message of found) {
          const body = await this.inbox.findBody(message.id);
          yield body === undefined ? [] : [toldMessage(message, body.toString())];
        }
        if (found.length < ROWS_A_PAGE) break;
        before = found[found.length - 1].id;
      }
    }
  }

  private async *all(uid: string): AsyncGenerator<Order> {
    for (let after = 0; ;) {
      const found = await this.orders.findOfUid(uid, ROWS_A_PAGE, after);
      yield* found;
      if (found.length < ROWS_A_PAGE) return;
      after = found[found.length - 1].id;
    }
  }

  private async rewrite(what: 'audit' | 'events', id: number): Promise<void> {
    for (let after: number | undefined = 0; after !== undefined;)
      after = await this.recorded.rewrite(what, 'order', id, { after, size: RECORDS_AT_ONCE }, withoutBuyer);
  }
}

function toldMessage({ id, orderId, type, receivedAt }: InboxMessage, body: string): object {
  return { id, order: orderId, type, receivedAt, body };
}

const OF_BUYER: ReadonlySet<string> = new Set(['uid', 'email', 'buyer']);

/** An order, or an event's copy of one. */
function withoutBuyer(state: object): object {
  const kept = Object.entries(state).filter(([name]) => !OF_BUYER.has(name));
  return Object.fromEntries(
    kept.map(([name, value]: [string, unknown]) => [name, isObject(value) ? withoutBuyer(value) : value]),
  );
}
