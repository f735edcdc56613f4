import type { VisitFacts } from './visit-facts';
import type { VisitPortion } from './visit-portion.entity';

/** A visit that was granted. */
export interface GrantedVisit {
  readonly linkId: number;
  readonly facts: VisitFacts;
}

/** A portion with its visits; null without facts. */
export interface UnpackedPortion extends VisitPortion {
  readonly known: readonly GrantedVisit[] | null;
}

/** In bytes, so that it fits a column of 64 kB: further profiles are dropped. */
const MOST_PROFILES = 40_000;

type Packed = [profiles: string[], visits: (number | string)[]];

/** The visits of a batch as text: each profile once, and for each visit its link, its profile's index (-1: a bot) and its visitor. */
export function packVisits(visits: readonly GrantedVisit[]): string {
  const places = new Map<string, number>();
  const packed: Packed[1] = [];
  let bytes = 0;
  for (const { linkId, facts } of visits) {
    let place = -1;
    if (!facts.isBot) {
      place = places.get(facts.profile) ?? -1;
      if (place < 0) {
        bytes += Buffer.byteLength(JSON.stringify(facts.profile));
        const profile = bytes > MOST_PROFILES ? '' : facts.profile;
        place = places.get(profile) ?? places.size;
        places.set(profile, place);
      }
    }
    packed.push(linkId, place, facts.visitor);
  }
  return JSON.stringify([[...places.keys()], packed] satisfies Packed);
}

export function unpackVisits(text: string): GrantedVisit[] {
  const [profiles, packed] = JSON.parse(text) as Packed;
  const visits: GrantedVisit[] = [];
  for (let at = 0; at < packed.length; at += 3) {
    const [linkId, place] = [packed[at] as number, packed[at + 1] as number];
    const isBot = place < 0;
    visits.push({ linkId, facts: { isBot, profile: isBot ? '' : profiles[place], visitor: packed[at + 2] as string } });
  }
  return visits;
}
