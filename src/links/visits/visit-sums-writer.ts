import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Settings } from '../../platform/settings/settings';
import { DAY_MS, HOUR_MS, startOf } from '../../platform/time-ranges/spans';
import type { UnpackedPortion } from './packed-visits';
import { valuesIn, type VisitFacts } from './visit-facts';
import type { VisitSum } from './visit-sum.entity';
import { ALL_LINKS, type FoundSum, VisitSumsRepository } from './visit-sums.repository';
import { VisitTally } from './visit-tally';
import { VisitorSet } from './visitor-set';

/** Bounds memory: thousands at once would outlive the young generation, and make the heap grow. */
const LINKS_AT_ONCE = 250;

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

interface LinkVisit {
  readonly profile: Profile;
  readonly facts: VisitFacts;
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
  const all = await draft(sums, hour, day, [ALL_LINKS]);
  const links = [...addToAll(all.get(ALL_LINKS)!, portions)];
  await sums.replace(rowsOf(all, hour, day));
  for (let at = 0; at < links.length; at += LINKS_AT_ONCE) {
    const some = links.slice(at, at + LINKS_AT_ONCE);
    const ids = some.map(([linkId]) => linkId);
    const drafts = await draft(sums, hour, day, ids);
    for (const [linkId, visits] of some) addToLink(drafts.get(linkId)!, visits);
    await sums.replace(rowsOf(drafts, hour, day));
  }
}

/** Adds fewer profiles than visits. @returns each link's visits */
function addToAll({ hour, day, seen }: Draft, portions: readonly UnpackedPortion[]): Map<number, LinkVisit[]> {
  const profiles = new Map<string | undefined, Profile>();
  const links = new Map<number, LinkVisit[]>();
  for (const { visits, known } of portions) {
    if (known === null) {
      hour.addUnknown(visits);
      day.addUnknown(visits);
    }
    for (const { linkId, facts } of known ?? []) {
      const name = facts.isBot ? undefined : facts.profile;
      let profile = profiles.get(name);
      if (!profile) profiles.set(name, (profile = { values: valuesIn(facts), visits: 0, visitors: 0 }));
      profile.visits++;
      profile.visitors += countNew(seen, facts);
      const ofLink = links.get(linkId);
      if (ofLink) ofLink.push({ profile, facts });
      else links.set(linkId, [{ profile, facts }]);
    }
  }
  for (const { values, visits, visitors } of profiles.values()) {
    hour.add(values, visits, visitors);
    day.add(values, visits, visitors);
  }
  return links;
}

function addToLink({ hour, day, seen }: Draft, visits: readonly LinkVisit[]): void {
  for (const { profile, facts } of visits) {
    const visitors = countNew(seen, facts);
    hour.add(profile.values, 1, visitors);
    day.add(profile.values, 1, visitors);
  }
}

/** How many visitors of the day a visit adds. */
const countNew = (seen: VisitorSet, { visitor }: VisitFacts): number => (visitor === '' ? 0 : seen.add(visitor));

function rowsOf(drafts: ReadonlyMap<number, Draft>, hour: number, day: number): VisitSum[] {
  return [...drafts].flatMap(([linkId, each]) => [
    toSum(linkId, 1, hour, each.hour, null),
    toSum(linkId, 24, day, each.day, each.seen.encode()),
  ]);
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
