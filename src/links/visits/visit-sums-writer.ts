import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Settings } from '../../platform/settings/settings';
import { DAY_MS, HOUR_MS, startOf } from '../../platform/time-ranges/spans';
import type { GrantedVisit, UnpackedPortion } from './packed-visits';
import { VisitSum } from './visit-sum.entity';
import { ALL_LINKS, VisitSumsRepository } from './visit-sums.repository';
import { valuesIn } from './visit-facts';
import { VisitTally } from './visit-tally';
import { VisitorSet } from './visitor-set';

interface Seen {
  readonly at: number;
  readonly visit: GrantedVisit;
}

/** A row being added to. */
interface Draft {
  readonly tally: VisitTally;
  readonly set: VisitorSet;
  readonly seen: string | null;
}

/** Adds visits to the sums of their links, and of all links together. */
@Injectable()
export class VisitSumsWriter {
  constructor(
    private readonly sums: VisitSumsRepository,
    private readonly settings: Settings,
  ) {}

  /** In the order of the portions: a visitor counts with the first visit of the day. */
  async add(transaction: EntityManager, portions: readonly UnpackedPortion[]): Promise<void> {
    if (!this.settings.visitStats) return;
    for (const day of new Set(portions.map(({ at }) => startOf(at, DAY_MS)))) {
      const ofDay = portions.filter(({ at }) => startOf(at, DAY_MS) === day);
      await this.addDay(this.sums.within(transaction), day, ofDay);
    }
  }

  private async addDay(sums: VisitSumsRepository, day: number, portions: readonly UnpackedPortion[]): Promise<void> {
    const visits: Seen[] = [];
    for (const { at, known } of portions) {
      for (const visit of known ?? []) visits.push({ at: startOf(at, HOUR_MS), visit });
    }
    const linkIds = [ALL_LINKS, ...new Set(visits.map(({ visit }) => visit.linkId))];
    const times = [...new Set(portions.map(({ at }) => startOf(at, HOUR_MS)))];
    const days = await this.draft(sums, 24, day, linkIds);
    const hours = new Map<number, Map<number, Draft>>();
    for (const time of times) {
      const ofHour = visits.filter(({ at }) => at === time);
      const links = new Set(ofHour.map(({ visit }) => visit.linkId));
      hours.set(time, await this.draft(sums, 1, time, [ALL_LINKS, ...links]));
    }
    for (const { at, visit } of visits) {
      const values = valuesIn(visit.facts);
      const { visitor } = visit.facts;
      const ofHour = hours.get(at)!;
      for (const linkId of [visit.linkId, ALL_LINKS]) {
        const ofDay = days.get(linkId)!;
        const visitors = visitor === '' ? 0 : ofDay.set.add(visitor);
        ofDay.tally.add(values, visitors);
        ofHour.get(linkId)!.tally.add(values, visitors);
      }
    }
    for (const { at, visits: unknown, known } of portions) {
      if (known !== null) continue;
      days.get(ALL_LINKS)!.tally.addUnknown(unknown);
      hours.get(startOf(at, HOUR_MS))!.get(ALL_LINKS)!.tally.addUnknown(unknown);
    }
    await sums.replace(toRows(24, day, days));
    for (const [time, drafts] of hours) await sums.replace(toRows(1, time, drafts));
  }

  private async draft(
    sums: VisitSumsRepository,
    hours: 1 | 24,
    startsAt: number,
    linkIds: readonly number[],
  ): Promise<Map<number, Draft>> {
    const found = new Map((await sums.find(hours, startsAt, linkIds)).map((row) => [row.linkId, row]));
    return new Map(
      linkIds.map((linkId) => {
        const row = found.get(linkId);
        const tally = new VisitTally();
        if (row) tally.addRow(row, row.facts);
        const seen = row?.seen ?? null;
        return [linkId, { tally, set: VisitorSet.decode(seen), seen }];
      }),
    );
  }
}

function toRows(hours: 1 | 24, startsAt: number, drafts: ReadonlyMap<number, Draft>): VisitSum[] {
  return [...drafts].map(([linkId, { tally, set, seen }]) => {
    const { visits, bots, visitors } = tally;
    const facts = tally.encode();
    return { linkId, hours, startsAt, visits, bots, visitors, facts, seen: set.encodeChanged() ?? seen };
  });
}
