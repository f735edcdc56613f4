import { PADDLE } from '../../../src/selling/shops/paddle/paddle';
import { type ShopObject, ShopStandIn, type StandInAnswer } from './shop-stand-in';

/** Events sorted by their ids, which grow with time, and customers and transactions by their paths. */
export class PaddleStandIn extends ShopStandIn {
  readonly events: ShopObject[] = [];
  readonly objects = new Map<string, ShopObject>();

  constructor(mostOnPage = 200) {
    super(PADDLE, mostOnPage);
  }

  protected answer(path: string, query: URLSearchParams): StandInAnswer | undefined {
    if (path === '/events') return { body: this.list(query) };
    const object = this.objects.get(path);
    return object && { body: { data: object, meta: { request_id: 'stand-in' } } };
  }

  private list(query: URLSearchParams): ShopObject {
    const order = query.get('order_by') === 'id[DESC]' ? -1 : 1;
    const found = this.events.toSorted((one, other) => (one.event_id! < other.event_id! ? -order : order));
    const after = query.get('after');
    const start = after === null ? 0 : found.findIndex(({ event_id: id }) => id === after) + 1;
    const size = Math.min(Number(query.get('per_page') ?? 50), this.mostOnPage);
    const pagination = { per_page: size, has_more: start + size < found.length, estimated_total: found.length };
    return { data: found.slice(start, start + size), meta: { request_id: 'stand-in', pagination } };
  }
}
