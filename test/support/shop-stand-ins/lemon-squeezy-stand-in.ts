import { LEMON_SQUEEZY } from '../../../src/selling/shops/lemon-squeezy/lemon-squeezy';
import { type ShopObject, ShopStandIn, type StandInAnswer } from './shop-stand-in';

interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes: ShopObject;
}

/** JSON:API: each kind of object is a list, the newest first. */
export class LemonSqueezyStandIn extends ShopStandIn {
  readonly resources: Resource[] = [];

  constructor(mostOnPage = 100) {
    super(LEMON_SQUEEZY, mostOnPage);
  }

  protected answer(path: string, query: URLSearchParams): StandInAnswer | undefined {
    const [, kind] = /^\/v1\/(orders|subscriptions|subscription-invoices)$/.exec(path) ?? [];
    if (kind === undefined) return undefined;
    const found = this.resources
      .filter(({ type }) => type === kind)
      .toSorted((one, other) => (one.attributes.created_at! < other.attributes.created_at! ? 1 : -1));
    const size = Math.min(Number(query.get('page[size]') ?? 10), this.mostOnPage);
    const number = Number(query.get('page[number]') ?? 1);
    const page = { currentPage: number, lastPage: Math.max(1, Math.ceil(found.length / size)), perPage: size };
    const data = found.slice((number - 1) * size, number * size).map((each) => ({
      ...each,
      // Signed anew each time.
      attributes: { ...each.attributes, urls: { receipt: `https://example.com/?signature=${this.asked.length}` } },
    }));
    return { body: { jsonapi: { version: '1.0' }, meta: { page: { ...page, total: found.length } }, data } };
  }
}
