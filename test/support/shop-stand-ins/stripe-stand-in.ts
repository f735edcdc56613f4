import { STRIPE } from '../../../src/selling/shops/stripe/stripe';
import { type ShopObject, ShopStandIn, type StandInAnswer } from './shop-stand-in';

/** Events newest first, and what they don't hold by its path. */
export class StripeStandIn extends ShopStandIn {
  readonly events: ShopObject[] = [];
  readonly objects = new Map<string, ShopObject>();

  constructor(mostOnPage = 100) {
    super(STRIPE, mostOnPage);
  }

  protected answer(path: string, query: URLSearchParams): StandInAnswer | undefined {
    if (path === '/v1/events') return { body: this.list(query) };
    const object = this.objects.get(path);
    return object && { body: object };
  }

  private list(query: URLSearchParams): ShopObject {
    const [from, types] = [Number(query.get('created[gte]') ?? 0), query.getAll('types[]')];
    const found = this.events
      .filter(({ created, type }) => Number(created) >= from && (types.length === 0 || types.includes(String(type))))
      .toSorted((one, other) => Number(other.created) - Number(one.created));
    const after = query.get('starting_after');
    const start = after === null ? 0 : found.findIndex(({ id }) => id === after) + 1;
    const size = Math.min(Number(query.get('limit') ?? 10), this.mostOnPage);
    const data = found.slice(start, start + size);
    return { object: 'list', url: '/v1/events', has_more: start + size < found.length, data };
  }
}
