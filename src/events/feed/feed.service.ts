import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Semaphore } from '../../platform/concurrency/semaphore';
import { gone, invalidField } from '../../platform/errors/errors';
import type { NumberedEvent } from '../../platform/events/event-row';
import { type EventFilter, EventsRepository, type FoundEvents } from '../../platform/events/events.repository';
import { EventTypes, notKept } from '../../platform/events/event-types';
import { LongReads } from '../../platform/long-reads/long-reads';
import type { ListEventsDto } from './dto/list-events.dto';
import { FeedWatch } from './feed-watch';

const DEFAULT_LIMIT = 100;
/** An event wakes all waiting followers. They read in turn, or most would be refused by `LongReads`. */
const READING = 4;
const TURNS = { maxWaiting: 1000, patienceMs: 4000 };
/** Another server of a cluster may see the newest events a moment later. */
const LAG_MS = 1500;

/** `next` is the following page; undefined if the oldest event is on this one. */
interface EventPage {
  readonly events: readonly NumberedEvent[];
  readonly next?: { readonly after: number } | { readonly before: number };
}

@Injectable()
export class FeedService {
  private readonly turns = new Semaphore(READING, TURNS);

  constructor(
    private readonly events: EventsRepository,
    private readonly types: EventTypes,
    private readonly watch: FeedWatch,
    private readonly longReads: LongReads,
  ) {}

  /**
   * Events after a position, ascending, possibly waiting for them; or past events, newest first. @throws {ApiError} 400
   * for an unknown type, or a position that was never given or belongs to the other order; 410 if events after it are
   * deleted
   */
  async find(query: ListEventsDto, request: Request, response: Response): Promise<EventPage> {
    this.types.requireKnown(query.types);
    if (query.order === 'newest') return this.findNewest(query, response);
    const { events, upTo } = await this.findBehind(query, request, response);
    return { events, next: { after: upTo } };
  }

  private async findBehind(query: ListEventsDto, request: Request, response: Response): Promise<FoundEvents> {
    const { limit = DEFAULT_LIMIT, wait = 0, types, uid, pid } = query;
    if (query.before !== undefined) throw invalidField(OTHER_ORDER);
    const filter = { types, uid, pid };
    const last = await this.events.findLastPosition();
    const after = await startOf(this.events, query.after, last);
    if (after > last) {
      await this.watch.wait(after - 1, LAG_MS, request, response);
      await requireGiven(this.events, after);
    }
    const end = performance.now() + wait * 1000;
    for (let from = after; ;) {
      const found = await this.turns.hold(() =>
        this.longReads.page(response, (isLate) => this.search(from, limit, filter, isLate)),
      );
      const left = end - performance.now();
      if (found.events.length > 0 || found.upTo < found.last || left <= 0 || response.destroyed) return found;
      from = found.upTo;
      await this.watch.wait(from, left, request, response);
    }
  }

  private async findNewest(query: ListEventsDto, response: Response): Promise<EventPage> {
    const { limit = DEFAULT_LIMIT, before, types, uid, pid } = query;
    if (query.after !== undefined || query.wait !== undefined) throw invalidField(OTHER_ORDER);
    const first = await this.events.findFirstPosition();
    if (first === undefined) return { events: [] };
    const end = (await this.events.findLastPosition()) + 1;
    return this.longReads.page(response, async (isLate) => {
      for (let from = Math.min(before ?? end, end); ;) {
        const { events, downTo } = await this.events.findBefore(from, limit, { types, uid, pid });
        if (downTo <= first) return { events };
        if (events.length > 0 || isLate()) return { events, next: { before: downTo } };
        from = downTo;
      }
    });
  }

  private async search(after: number, limit: number, filter: EventFilter, isLate: () => boolean): Promise<FoundEvents> {
    for (let from = after; ;) {
      const found = await this.events.findAfter(from, limit, filter);
      if (found.events.length > 0 || found.upTo >= found.last || isLate()) return found;
      from = found.upTo;
    }
  }
}

/** Where a follower starts: after `after`, or else at the oldest event. @throws {ApiError} 410 if events after `after` are deleted */
export async function startOf(events: EventsRepository, after: number | undefined, last: number): Promise<number> {
  const kept = ((await events.findFirstPosition()) ?? last + 1) - 1;
  if (after !== undefined && after < kept) throw gone(notKept(kept));
  return after ?? kept;
}

/** @throws {ApiError} 400 for a position that was never given */
export async function requireGiven(events: EventsRepository, after: number): Promise<void> {
  const { given } = await events.findPositions();
  if (after > given) throw invalidField(neverGiven(after, given));
}

export const OTHER_ORDER = 'before goes with order=newest; after and wait go without it.';

export const neverGiven = (after: number, last: number): string =>
  `after is ${after}, but the last event is ${last}. If the database was restored from a backup, go on with after=${last}.`;
