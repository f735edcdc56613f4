import type { VisitSum } from '../../links/visits/visit-sum.entity';
import { toSum } from '../../links/visits/visit-sums-writer';
import { ALL_LINKS } from '../../links/visits/visit-sums.repository';
import { VisitTally } from '../../links/visits/visit-tally';
import { DAY_MS, startOf } from '../../platform/time-ranges/spans';
import { Dice } from './dice';
import type { Rhythm } from './rhythm';

const BOTS = 0.08;
/** Share of visits by which a visitor comes for the first time on a day. */
const FIRST = 0.72;
// Each as often as it is listed.
const AGENTS = [
  ['mobile', 'iOS', 'Safari'],
  ['mobile', 'iOS', 'Safari'],
  ['mobile', 'Android', 'Chrome'],
  ['mobile', 'Android', 'Chrome'],
  ['desktop', 'Windows', 'Chrome'],
  ['desktop', 'Windows', 'Chrome'],
  ['desktop', 'Windows', 'Microsoft Edge'],
  ['desktop', 'macOS', 'Safari'],
  ['desktop', 'Linux', 'Firefox'],
  ['tablet', 'iOS', 'Safari'],
] as const;
const PLACES = [
  ['DE', 'de'],
  ['DE', 'de'],
  ['DE', 'de'],
  ['DE', 'en'],
  ['AT', 'de'],
  ['CH', 'de'],
  ['GB', 'en'],
  ['US', 'en'],
  ['FR', 'fr'],
  ['JP', 'ja'],
] as const;
/** Referrer, source, medium, campaign and entry. */
const WAYS = [
  ['', '', '', '', 'click'],
  ['', '', '', '', 'click'],
  ['', '', '', '', 'click'],
  ['instagram.com', '', '', '', 'click'],
  ['instagram.com', 'instagram', 'social', 'spring', 'click'],
  ['google.com', '', '', '', 'click'],
  ['', 'newsletter', 'email', 'spring', 'click'],
  ['', 'newsletter', 'email', 'update', 'click'],
  ['', 'flyer', 'print', 'spring', 'qr'],
  ['forum.example', '', '', '', 'click'],
] as const;

/** A link as it was inserted. */
interface VisitedLink {
  readonly id: number;
  readonly count: number;
  readonly createdAt: number;
}

/** Makes up who followed the demo's links, and when, so that each link's sums are its count. */
export class DemoVisits {
  private readonly all = new Sums(ALL_LINKS);

  constructor(private readonly rhythm: Rhythm) {}

  /** The sums of one link. */
  sumsOf({ id, count, createdAt }: VisitedLink): VisitSum[] {
    const own = new Sums(id);
    const dice = new Dice(5, id);
    for (let visit = 0; visit < count; visit++) {
      const hour = this.rhythm.draw(dice.next(), createdAt);
      const isBot = dice.chance(BOTS);
      const [[device, os, browser], [country, language], [referrer, ...way]] = [
        dice.pick(AGENTS),
        dice.pick(PLACES),
        dice.pick(WAYS),
      ];
      const values = [referrer, country, device, os, browser, language, ...way, ''];
      const visitors = !isBot && dice.chance(FIRST) ? 1 : 0;
      for (const sums of [own, this.all]) sums.add(hour, isBot ? undefined : values, visitors);
    }
    return own.rows();
  }

  /** The sums of all links so far. */
  sumsOfAll(): VisitSum[] {
    return this.all.rows();
  }
}

class Sums {
  private readonly hours = new Map<number, VisitTally>();
  private readonly days = new Map<number, VisitTally>();

  constructor(private readonly linkId: number) {}

  add(hour: number, values: readonly string[] | undefined, visitors: number): void {
    tallyAt(this.hours, hour).add(values, 1, visitors);
    tallyAt(this.days, startOf(hour, DAY_MS)).add(values, 1, visitors);
  }

  rows(): VisitSum[] {
    return [...rowsOf(this.linkId, 1, this.hours), ...rowsOf(this.linkId, 24, this.days)];
  }
}

function tallyAt(tallies: Map<number, VisitTally>, startsAt: number): VisitTally {
  const known = tallies.get(startsAt);
  if (known) return known;
  const tally = new VisitTally();
  tallies.set(startsAt, tally);
  return tally;
}

const rowsOf = (linkId: number, hours: 1 | 24, tallies: ReadonlyMap<number, VisitTally>): VisitSum[] =>
  Array.from(tallies, ([startsAt, tally]) => toSum(linkId, hours, startsAt, tally, null));
