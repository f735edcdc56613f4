import { Injectable } from '@nestjs/common';
import { MappingsRepository } from '../sources/mappings.repository';
import { readSourceId, required } from '../sources/source-problems';
import { SourcesRepository } from '../sources/sources.repository';
import type { SourceItemDto } from './dto/source-item.dto';
import { OrderKeysRepository } from './order-keys.repository';
import type { StoredLine } from './order-parts.entity';
import type { Order } from './order.entity';
import { OrdersRepository } from './orders.repository';

/** The newest orders to look at. */
const ORDERS_SEEN = 1000;

type SeenOrder = Pick<Order, 'status' | 'problem'>;
type SeenLine = Pick<StoredLine, 'item' | 'title' | 'quantity' | 'given'> & { readonly order: SeenOrder };

/** Items that a shop sells, according to its orders, and whether they are mapped. */
@Injectable()
export class SourceItems {
  constructor(
    private readonly sources: SourcesRepository,
    private readonly mappings: MappingsRepository,
    private readonly orders: OrdersRepository,
    private readonly orderKeys: OrderKeysRepository,
  ) {}

  /** Most recently sold first. @throws {ApiError} 404 */
  async getAll(source: string): Promise<SourceItemDto[]> {
    const sourceId = readSourceId(source);
    required(await this.sources.findById(sourceId));
    const orders = await this.orders.findPage({ sourceId }, Number.MAX_SAFE_INTEGER, ORDERS_SEEN);
    const byId = new Map(orders.map((order) => [order.id, order]));
    const lines = await this.orderKeys.findLines([...byId.keys()]);
    const newestFirst = lines.toReversed().map((line) => Object.assign({}, line, { order: byId.get(line.orderId)! }));
    const mapped = (await this.mappings.findOf(sourceId)).map(({ item }) => item);
    return itemsOf(newestFirst, new Set(mapped));
  }
}

/** @param lines of the newest order first @param mapped the ids of mappings */
export function itemsOf(lines: readonly SeenLine[], mapped: ReadonlySet<string>): SourceItemDto[] {
  const items = [...new Set(lines.map(({ item }) => item))];
  return items.map((item) => {
    const own = lines.filter((line) => line.item === item);
    const waiting = ordersOf(own.filter(isWaiting));
    return {
      item,
      title: own.find(({ title }) => title !== null)?.title ?? undefined,
      // An order is fulfilled without a mapping of this id if another id of the item is mapped.
      isMapped: mapped.has(item) || (waiting === 0 && own.some(isDone)),
      orders: ordersOf(own),
      waiting,
    };
  });
}

const ordersOf = (lines: readonly SeenLine[]): number => new Set(lines.map(({ order }) => order)).size;

const isDue = ({ quantity, order: { status } }: SeenLine): boolean =>
  quantity > 0 && status !== 'unpaid' && status !== 'refunded' && status !== 'disputed';
const isWaiting = (line: SeenLine): boolean => isDue(line) && line.order.problem !== null && line.given === null;
const isDone = (line: SeenLine): boolean => isDue(line) && line.order.problem === null;
