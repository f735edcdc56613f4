import { GUMROAD } from '../../../src/selling/shops/gumroad/gumroad';
import { type ShopObject, ShopStandIn, type StandInAnswer } from './shop-stand-in';

/** Sales newest first, ten on a page, found by the day; sales and subscribers by their ids. */
export class GumroadStandIn extends ShopStandIn {
  readonly sales: ShopObject[] = [];
  readonly subscribers: ShopObject[] = [];

  constructor(mostOnPage = 10) {
    super(GUMROAD, mostOnPage);
  }

  protected answer(path: string, query: URLSearchParams): StandInAnswer | undefined {
    if (path === '/v2/sales') return { body: this.list(query) };
    const [, kind, id] = /^\/v2\/(sales|subscribers)\/(.+)$/.exec(path) ?? [];
    if (kind === undefined) return undefined;
    const found = this[kind as 'sales' | 'subscribers'].find((each) => each.id === decodeURIComponent(id));
    const name = kind === 'sales' ? 'sale' : 'subscriber';
    // Its errors have the status 200.
    return {
      body: found ? { success: true, [name]: found } : { success: false, message: `The ${name} was not found.` },
    };
  }

  private list(query: URLSearchParams): ShopObject {
    const after = query.get('after') ?? '';
    const found = this.sales
      .filter(({ created_at: at }) => String(at) >= after)
      .toSorted((one, other) => (one.created_at! < other.created_at! ? 1 : -1))
      // The same sale reads differently a moment later.
      .map((sale, index) => ({
        ...sale,
        timestamp: `${this.asked.length + index} seconds ago`,
        reviews_count: this.asked.length,
      }));
    const start = Number(query.get('page_key') ?? 0);
    const next = start + this.mostOnPage;
    const more = next < found.length ? { next_page_key: String(next) } : {};
    return { success: true, sales: found.slice(start, next), ...more };
  }
}
