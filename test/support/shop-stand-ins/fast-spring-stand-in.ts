import { FAST_SPRING } from '../../../src/selling/shops/fast-spring/fast-spring';
import { type ShopObject, ShopStandIn, type StandInAnswer } from './shop-stand-in';

const DAY_MS = 86_400_000;

/** Events of 30 days by the time they were made, 25 in an answer, without pages. */
export class FastSpringStandIn extends ShopStandIn {
  readonly events: ShopObject[] = [];

  constructor(mostOnPage = 25) {
    super(FAST_SPRING, mostOnPage);
  }

  protected answer(path: string, query: URLSearchParams): StandInAnswer | undefined {
    const [, state] = /^\/events\/(processed|unprocessed)$/.exec(path) ?? [];
    if (state === undefined) return undefined;
    const [begin, end] = [Number(query.get('begin')), Number(query.get('end'))];
    if (begin < Date.now() - 30 * DAY_MS) return refused(`Begin must be after '${Date.now() - 30 * DAY_MS}'.`);
    if (begin >= end) return refused('Begin must be less than end.');
    const found = this.events.filter(
      ({ created, processed }) =>
        Number(created) >= begin && Number(created) < end && processed === (state === 'processed'),
    );
    const more = found.length > this.mostOnPage ? { more: true } : {};
    return { body: { action: 'events.get', result: 'success', events: found.slice(0, this.mostOnPage), ...more } };
  }
}

const refused = (begin: string): StandInAnswer => ({
  status: 400,
  body: { action: 'events.get', result: 'error', error: { begin } },
});
