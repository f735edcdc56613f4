import { WOO_COMMERCE } from '../../../src/selling/shops/woo-commerce/woo-commerce';
import { type ShopObject, ShopStandIn, type StandInAnswer } from './shop-stand-in';

/** Orders and subscriptions by when they were changed. */
export class WooCommerceStandIn extends ShopStandIn {
  readonly orders: ShopObject[] = [];
  /** Undefined without the plugin. */
  subscriptions: ShopObject[] | undefined = [];

  constructor(mostOnPage = 100) {
    super(WOO_COMMERCE, mostOnPage);
  }

  protected answer(path: string, query: URLSearchParams): StandInAnswer | undefined {
    const [, kind] = /^\/wp-json\/wc\/v3\/(orders|subscriptions)$/.exec(path) ?? [];
    const objects = kind === 'orders' ? this.orders : kind === 'subscriptions' ? this.subscriptions : undefined;
    if (!objects) return undefined;
    const after = query.get('modified_after') ?? '';
    const found = objects
      .filter(({ date_modified_gmt: at }) => String(at) > after)
      .toSorted((one, other) => (one.date_modified_gmt! < other.date_modified_gmt! ? -1 : 1));
    const size = Math.min(Number(query.get('per_page') ?? 10), this.mostOnPage);
    const start = (Number(query.get('page') ?? 1) - 1) * size;
    return { body: found.slice(start, start + size) };
  }
}
