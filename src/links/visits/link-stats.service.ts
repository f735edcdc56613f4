import { Injectable } from '@nestjs/common';
import type { Problem } from '../../platform/errors/error-codes';
import { badRequest, unavailable } from '../../platform/errors/errors';
import { RANGE_RULE } from '../../platform/time-ranges/counted-range';
import { DAY_MS, HOUR_MS, startOf } from '../../platform/time-ranges/spans';
import { LinksRepository } from '../links.repository';
import type { AllLinksStatsDto, CountedVisitsDto, LinkStatsDto } from './dto/link-stats.dto';
import type { Dimension } from './dimensions';
import { HOURS_KEPT_MS } from './visit-roll-up';
import { ALL_LINKS, type SumRange, type SumRow, VisitSumsRepository } from './visit-sums.repository';
import { VisitTally } from './visit-tally';

const USUAL_MS = 30 * DAY_MS;
const LONGEST_MS = 1827 * DAY_MS;
/** Most values of a dimension in an answer. */
const MOST_VALUES = 1000;
/** Most links per tag, newest first. */
const MOST_LINKS = 2000;

export const STATS_TOO_LONG: Problem<'range.invalid'> = {
  code: 'range.invalid',
  message: 'The range is too long: at most 92 days by the hour, 5 years otherwise.',
};

type Wish = Pick<LinkStatsDto, 'by' | 'from' | 'to' | 'tz'>;

type CountedTime = Required<CountedVisitsDto>;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Statistics of visits. */
@Injectable()
export class LinkStatsService {
  constructor(
    private readonly sums: VisitSumsRepository,
    private readonly links: LinksRepository,
  ) {}

  /** @throws {ApiError} 400 for an empty or too long range */
  ofLink(id: number, wish: Wish, isLate: () => boolean): Promise<CountedVisitsDto[]> {
    return this.of([id], wish, isLate);
  }

  /** Of all links, including those deleted since; or of the links with a tag. @throws {ApiError} 400 as `ofLink` */
  async ofAll({ tag, ...wish }: AllLinksStatsDto, isLate: () => boolean): Promise<CountedVisitsDto[]> {
    const ids = tag === undefined ? [ALL_LINKS] : await this.links.findIdsByTag(tag, MOST_LINKS);
    return this.of(ids, wish, isLate);
  }

  private async of(ids: readonly number[], wish: Wish, isLate: () => boolean): Promise<CountedVisitsDto[]> {
    const { by = 'day', tz = 'UTC' } = wish;
    const now = Date.now();
    const range = readRange(wish, now);
    if (by === 'day' || by === 'hour') {
      const rows = await this.readCounts(ids, by, range, startOf(now - HOURS_KEPT_MS, DAY_MS));
      return inTime(rows, by, tz);
    }
    const tally = new VisitTally(MOST_VALUES);
    for await (const rows of this.sums.readFacts(ids, withDays(range, startOf(now - HOURS_KEPT_MS, DAY_MS)))) {
      for (const row of rows) tally.addRow(row, row.facts);
      if (isLate()) throw unavailable();
    }
    return by === 'visitor' ? kindsOf(tally) : valuesOf(tally, by);
  }

  /** By hour as long as hours are kept, because a time zone's days aren't UTC days. */
  private async readCounts(
    ids: readonly number[],
    by: 'day' | 'hour',
    { from, to }: Range,
    hoursSince: number,
  ): Promise<SumRow[]> {
    const hours = await this.sums.readCounts(ids, 1, Math.max(from, hoursSince), to);
    if (by === 'hour' || from >= hoursSince) return hours;
    const days = await this.sums.readCounts(ids, 24, startOf(from, DAY_MS), Math.min(hoursSince, to));
    return [...days, ...hours];
  }
}

function readRange({ by, from, to = Date.now() }: Wish, now: number): Range {
  const end = to % HOUR_MS === 0 ? to : startOf(Math.min(to, now + DAY_MS), HOUR_MS) + HOUR_MS;
  const start = startOf(from ?? Math.max(0, end - USUAL_MS), HOUR_MS);
  if (start >= end || (from !== undefined && from >= to)) throw badRequest(RANGE_RULE);
  if (end - start > (by === 'hour' ? HOURS_KEPT_MS : LONGEST_MS)) throw badRequest(STATS_TOO_LONG);
  return { from: start, to: end };
}

/** @param hoursSince when the kept hours begin: before that, only whole days are read */
function withDays({ from, to }: Range, hoursSince: number): SumRange {
  const begin = from < hoursSince ? startOf(from, DAY_MS) : from;
  const end = to < hoursSince ? startOf(to + DAY_MS - 1, DAY_MS) : to;
  const firstDay = startOf(begin + DAY_MS - 1, DAY_MS);
  const lastDay = startOf(end, DAY_MS);
  if (firstDay > lastDay) return { from: begin, firstDay: end, lastDay: end, to: end };
  return { from: begin, firstDay, lastDay, to: end };
}

function inTime(rows: readonly SumRow[], by: 'day' | 'hour', timeZone: string): CountedTime[] {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(by === 'hour' ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : {}),
  });
  const counted = new Map<string, CountedTime>();
  for (const { hours, startsAt, visits, visitors, bots } of rows.toSorted((a, b) => a.startsAt - b.startsAt)) {
    // A UTC day without hours is assigned to the local day of its noon.
    const value = format.format(hours === 24 ? startsAt + DAY_MS / 2 : startsAt).replace(' ', 'T');
    const count = counted.get(value) ?? { value, visits: 0, visitors: 0, bots: 0 };
    counted.set(value, count);
    count.visits += visits;
    count.visitors += visitors;
    count.bots += bots;
  }
  return [...counted.values()].filter(({ visits, bots }) => visits + bots > 0);
}

function kindsOf({ visits, visitors, bots }: VisitTally): CountedVisitsDto[] {
  return [
    { value: 'person', visits, visitors },
    { value: 'bot', visits: bots, visitors: 0 },
  ];
}

function valuesOf(tally: VisitTally, dimension: Dimension): CountedVisitsDto[] {
  return [...tally.by(dimension)]
    .map(([value, [visits, visitors]]) => ({ value, visits, visitors }))
    .toSorted((a, b) => b.visits - a.visits || (a.value < b.value ? -1 : 1));
}
