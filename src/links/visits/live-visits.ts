import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { pause } from '../../platform/concurrency/pause';
import { Semaphore } from '../../platform/concurrency/semaphore';
import { unavailable } from '../../platform/errors/errors';
import { tooManyStreams } from '../../platform/errors/too-many';
import { DIMENSIONS } from './dimensions';
import type { LiveVisitDto } from './dto/live-visits.dto';
import { type GrantedVisit, unpackVisits } from './packed-visits';
import type { VisitPortion } from './visit-portion.entity';
import { SHOWN_MS, VisitPortionsRepository } from './visit-portions.repository';

/** Interval between two looks, in milliseconds: each portion is there for some. */
const LOOK_MS = SHOWN_MS / 3;
/** The newest that are looked at. */
const MOST_PORTIONS = 50;
/** Requests that may wait at a time; 503 beyond that. */
const MOST_WAITING = 100;
/** Of one API key or person; 429 beyond that. */
export const MOST_OF_ONE = 20;

interface SeenPortion extends Pick<VisitPortion, 'id' | 'at'> {
  readonly visits: readonly GrantedVisit[];
}

/** `upTo` is the position of the last of them. */
interface FoundVisits {
  readonly visits: readonly LiveVisitDto[];
  readonly upTo: number;
}

/** Visits as they come, of all instances: what is in portions that aren't counted yet. One look serves all who wait. */
@Injectable()
export class LiveVisits implements BeforeApplicationShutdown {
  private readonly places = new Semaphore(MOST_WAITING, { maxWaiting: 0 });
  private readonly owners = new Map<number, number>();
  private readonly stopping = new AbortController();
  /** The look under way, or the next one. */
  private look: Promise<SeenPortion[]> | undefined;

  constructor(private readonly portions: VisitPortionsRepository) {}

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /**
   * A link's visits behind a position, the newest last, for which it waits. Batches with visits of one link wait for each
   * other, so that its portions appear in the order of their ids.
   * @throws {ApiError} 429 or 503 if too many wait
   */
  find(linkId: number, after: number, waitMs: number, { caller }: Request, response: Response): Promise<FoundVisits> {
    const owner = caller?.ownerId ?? 0;
    return this.places.hold(async () => {
      const others = this.owners.get(owner) ?? 0;
      if (others >= MOST_OF_ONE) throw tooManyStreams(MOST_OF_ONE, 'waiting requests for visits');
      this.owners.set(owner, others + 1);
      try {
        const end = performance.now() + waitMs;
        for (;;) {
          if (this.stopping.signal.aborted) throw unavailable();
          const found = visitsOf(linkId, after, await this.nextLook());
          if (found.visits.length > 0 || performance.now() >= end || response.destroyed) return found;
        }
      } finally {
        const left = (this.owners.get(owner) ?? 1) - 1;
        if (left > 0) this.owners.set(owner, left);
        else this.owners.delete(owner);
      }
    });
  }

  private nextLook(): Promise<SeenPortion[]> {
    this.look ??= this.lookLater().finally(() => (this.look = undefined));
    return this.look;
  }

  private async lookLater(): Promise<SeenPortion[]> {
    await pause(LOOK_MS, this.stopping.signal);
    const newest = await this.portions.findNewest(MOST_PORTIONS);
    return newest
      .toReversed()
      .map(({ id, at, facts }) => ({ id, at, visits: facts === null ? [] : unpackVisits(facts) }));
  }
}

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

/** What is known of it, without whose it is. */
function described({ facts: { isBot, profile } }: GrantedVisit): Omit<LiveVisitDto, 'id' | 'at'> {
  const values = profile.split('\n');
  const known = DIMENSIONS.map((name, place) => [name, values[place]] as const).filter(([, value]) => value);
  return { visitor: isBot ? 'bot' : 'person', ...Object.fromEntries(known) };
}
