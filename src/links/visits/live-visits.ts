import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isOver, SharedLook } from '../../platform/concurrency/shared-look';
import { DIMENSIONS } from './dimensions';
import type { LiveVisitDto } from './dto/live-visits.dto';
import { type GrantedVisit, unpackVisits } from './packed-visits';
import type { VisitPortion } from './visit-portion.entity';
import { SHOWN_MS, VisitPortionsRepository } from './visit-portions.repository';

/** Interval between two polls, in milliseconds; shorter than the time each portion is there. */
const LOOK_MS = SHOWN_MS / 3;
/** Most portions per poll, newest first. */
const MOST_PORTIONS = 50;
/** Requests that may wait at a time; 503 beyond that. */
const MOST_WAITING = 100;
/** Of one API key or person; 429 beyond that. */
export const MOST_OF_ONE = 20;
export const WAITING = 'waiting requests for visits';

interface SeenPortion extends Pick<VisitPortion, 'id' | 'at'> {
  readonly visits: readonly GrantedVisit[];
}

/** `upTo` is the position of the last one. */
interface FoundVisits {
  readonly visits: readonly LiveVisitDto[];
  readonly upTo: number;
}

/** Live visits of all instances, read from portions that aren't counted yet. One poll serves all waiting requests. */
@Injectable()
export class LiveVisits implements BeforeApplicationShutdown {
  private readonly newest: SharedLook<SeenPortion[]>;

  constructor(portions: VisitPortionsRepository) {
    this.newest = new SharedLook({
      everyMs: LOOK_MS,
      mostWaiting: MOST_WAITING,
      mostOfOne: MOST_OF_ONE,
      called: WAITING,
      look: async () => (await portions.findNewest(MOST_PORTIONS)).toReversed().map(unpacked),
    });
  }

  beforeApplicationShutdown(): void {
    this.newest.stop();
  }

  /**
   * A link's visits after a position, newest last, possibly waiting for them. Batches with visits of one link wait for
   * each other, so its portions appear in order of their ids. @throws {ApiError} 429 or 503 if too many wait
   */
  find(linkId: number, after: number, waitMs: number, request: Request, response: Response): Promise<FoundVisits> {
    return this.newest.hold(request, async () => {
      const end = performance.now() + waitMs;
      for (;;) {
        const found = visitsOf(linkId, after, await this.newest.see());
        if (found.visits.length > 0 || isOver(end, response)) return found;
      }
    });
  }
}

const unpacked = ({ id, at, facts }: VisitPortion): SeenPortion => ({
  id,
  at,
  visits: facts === null ? [] : unpackVisits(facts),
});

function visitsOf(linkId: number, after: number, portions: readonly SeenPortion[]): FoundVisits {
  let upTo = after;
  const visits: LiveVisitDto[] = [];
  for (const { id, at, visits: together } of portions) {
    if (id <= after) continue;
    together.forEach((visit, index) => {
      if (visit.linkId !== linkId) return;
      visits.push({ id: `${id}-${index}`, at, ...described(visit) });
      upTo = id;
    });
  }
  return { visits, upTo };
}

/** Without the visitor's hash. */
function described({ facts: { isBot, profile } }: GrantedVisit): Omit<LiveVisitDto, 'id' | 'at'> {
  const values = profile.split('\n');
  const known = DIMENSIONS.map((name, place) => [name, values[place]] as const).filter(([, value]) => value);
  return { visitor: isBot ? 'bot' : 'person', ...Object.fromEntries(known) };
}
