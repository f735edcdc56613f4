import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Settings } from '../../platform/settings/settings';
import { DAY_MS, HOUR_MS, startOf } from '../../platform/time-ranges/spans';
import type { UnpackedPortion } from './packed-visits';
import { valuesIn } from './visit-facts';
import type { VisitSum } from './visit-sum.entity';
import { ALL_LINKS, type FoundSum, VisitSumsRepository } from './visit-sums.repository';
import { VisitTally } from './visit-tally';
import { VisitorSet } from './visitor-set';

/** The two rows of a link to update, and the day's visitors. */
interface Draft {
  readonly hour: VisitTally;
  readonly day: VisitTally;
  readonly seen: VisitorSet;
}

/** Equal visits, of whatever link. */
interface Profile {
  /** Undefined for bots. */
  readonly values: readonly string[] | undefined;
  visits: number;
  visitors: number;
}

/** Adds visits to the sums of their links, and of all links together. */
@Injectable()
export class VisitSumsWriter {
  constructor(
    private readonly sums: VisitSumsRepository,
    private readonly settings: Settings,
  ) {}

  /** In the order of the portions: a visitor counts with the day's first visit. */
  async add(transaction: EntityManager, portions: readonly UnpackedPortion[]): Promise<void> {
    if (!this.settings.visitStats) return;
    for (const hour of new Set(portions.map(({ at }) => startOf(at, HOUR_MS)))) {
      const ofHour = portions.filter(({ at }) => startOf(at, HOUR_MS) === hour);
      await addHour(this.sums.within(transaction), hour, ofHour);
    }
  }
}

async function addHour(sums: VisitSumsRepository, hour: number, portions: readonly UnpackedPortion[]): Promise<void> {
  const day = startOf(hour, DAY_MS);
  const linkIds = new Set([ALL_LINKS]);
  for (const { known } of portions) {
    for (const { linkId } of known ?? []) linkIds.add(linkId);
  }
  const drafts = await draft(sums, hour, day, [...linkIds]);
  const all = drafts.get(ALL_LINKS)!;
  for (const { values, visits, visitors } of addToLinks(drafts, portions)) {
    all.hour.add(values, visits, visitors);
    all.day.add(values, visits, visitors);
  }
  for (const { visits, known } of portions) {
    if (known !== null) continue;
    all.hour.addUnknown(visits);
    all.day.addUnknown(visits);
  }
  const rows: VisitSum[] = [];
  for (const [linkId, each] of drafts) {
    rows.push(toSum(linkId, 1, hour, each.hour, null));
    rows.push(toSum(linkId, 24, day, each.day, each.seen.encode()));
  }
  await sums.replace(rows);
}

/** @returns what to add to the sum of all links: fewer profiles than visits */
function addToLinks(drafts: ReadonlyMap<number, Draft>, portions: readonly UnpackedPortion[]): Iterable<Profile> {
  const all = drafts.get(ALL_LINKS)!;
  const profiles = new Map<string | undefined, Profile>();
  for (const { known } of portions) {
    for (const { linkId, facts } of known ?? []) {
      const name = facts.isBot ? undefined : facts.profile;
      let profile = profiles.get(name);
      if (!profile) profiles.set(name, (profile = { values: valuesIn(facts), visits: 0, visitors: 0 }));
      const ofLink = drafts.get(linkId)!;
      const visitors = facts.visitor === '' ? 0 : ofLink.seen.add(facts.visitor);
      ofLink.hour.add(profile.values, 1, visitors);
      ofLink.day.add(profile.values, 1, visitors);
      profile.visits++;
      profile.visitors += facts.visitor === '' ? 0 : all.seen.add(facts.visitor);
    }
  }
  return profiles.values();
}

async function draft(
  sums: VisitSumsRepository,
  hour: number,
  day: number,
  linkIds: readonly number[],
): Promise<Map<number, Draft>> {
  const drafts = new Map<number, Draft>();
  const [days, hours] = [await sums.find(24, day, linkIds), await sums.find(1, hour, linkIds)];
  for (const linkId of linkIds) {
    const [ofHour, ofDay] = [hours.get(linkId), days.get(linkId)];
    const seen = VisitorSet.decode(ofDay?.seen ?? null);
    drafts.set(linkId, { hour: tallyOf(ofHour), day: tallyOf(ofDay), seen });
  }
  return drafts;
}

function tallyOf(row: FoundSum | undefined): VisitTally {
  const tally = new VisitTally();
  if (row) tally.addRow(row, row.facts);
  return tally;
}

/** @param seen the day's visitors, as `VisitorSet` encodes them */
export function toSum(
  linkId: number,
  hours: 1 | 24,
  startsAt: number,
  tally: VisitTally,
  seen: string | null,
): VisitSum {
  const { visits, bots, visitors } = tally;
  return { linkId, hours, startsAt, visits, bots, visitors, facts: tally.encode(), seen };
}
