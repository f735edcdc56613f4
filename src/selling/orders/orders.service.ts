import { Injectable } from '@nestjs/common';
import type { Problem } from '../../platform/errors/error-codes';
import { notFound } from '../../platform/errors/errors';
import type { Page } from '../../platform/http/answers/paging';
import { recordIdIn } from '../../platform/validation/record-id';
import type { ListOrdersDto, OrderDto } from './dto/order.dto';
import { OrderKeysRepository } from './order-keys.repository';
import type { Order } from './order.entity';
import { OrdersRepository } from './orders.repository';
import { toOrderDto } from './to-order-dto';

export const ORDER_NOT_FOUND: Problem<'order.notFound'> = {
  code: 'order.notFound',
  message: 'There is no order with this id.',
};
const DEFAULT_LIMIT = 100;

/** Shows orders. They only change by messages of shops. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly orderKeys: OrderKeysRepository,
  ) {}

  /** Newest first; `next` is the next page's `before`, if any. */
  async getPage({
    limit = DEFAULT_LIMIT,
    before,
    source,
    uid,
    status,
    reference,
    key,
    problem,
  }: ListOrdersDto): Promise<Page<OrderDto>> {
    const filter = { sourceId: source, uid, status, reference, hasProblem: problem, ids: await this.idsOf(key) };
    const found = await this.orders.findPage(filter, before ?? Number.MAX_SAFE_INTEGER, limit + 1);
    const items = await this.shown(found.slice(0, limit));
    return { items, next: found.length > limit ? items.at(-1)?.id : undefined };
  }

  /** @throws {ApiError} 404 */
  async get(id: string): Promise<OrderDto> {
    const orderId = recordIdIn(id);
    const order = orderId === undefined ? null : await this.orders.findById(orderId);
    if (!order || order.changedAt === 0) throw notFound(ORDER_NOT_FOUND);
    const [shown] = await this.shown([order]);
    return shown;
  }

  /** Orders that a license key was made for; undefined without this filter. */
  private async idsOf(keyId: number | undefined): Promise<number[] | undefined> {
    if (keyId === undefined) return undefined;
    const made = await this.orderKeys.findByKey(keyId);
    return made ? [made.orderId] : [];
  }

  private async shown(orders: readonly Order[]): Promise<OrderDto[]> {
    const ids = orders.map(({ id }) => id);
    const lines = await this.orderKeys.findLines(ids);
    const keys = await this.orderKeys.findKeys(ids);
    return orders.map((order) => toOrderDto(order, partsOf(order, lines), partsOf(order, keys)));
  }
}

const partsOf = <Part extends { orderId: number }>({ id }: Order, parts: readonly Part[]): Part[] =>
  parts.filter(({ orderId }) => orderId === id);
