import type { OrderDto } from './dto/order.dto';
import type { OrderKey, StoredLine } from './order-parts.entity';
import type { Order } from './order.entity';

export function toOrderDto(order: Order, lines: readonly StoredLine[], keys: readonly OrderKey[]): OrderDto {
  return {
    id: order.id,
    source: order.sourceId,
    reference: order.reference,
    status: order.status,
    test: order.isTest,
    uid: order.uid ?? undefined,
    email: order.email ?? undefined,
    buyer: order.buyer ?? undefined,
    total: order.total ?? undefined,
    currency: order.currency ?? undefined,
    invoice: order.invoice ?? undefined,
    createdAt: order.createdAt,
    paidAt: order.paidAt ?? undefined,
    paidUntil: order.paidUntil ?? undefined,
    problem: order.problem ?? undefined,
    items: lines.map(({ line, item, title, quantity }) => ({
      item,
      title: title ?? undefined,
      quantity,
      keys: keys.filter((key) => key.line === line).map(({ keyId }) => keyId),
    })),
  };
}
