import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isOver, SharedLook } from '../../platform/concurrency/shared-look';
import { EventsRepository } from '../../platform/events/events.repository';

/** Interval between two looks, in milliseconds. */
const LOOK_MS = 200;
/** Followers who may wait at a time; 503 beyond that. */
const MOST_WAITING = 500;
/** Of one API key or person; 429 beyond that. */
export const MOST_OF_ONE = 50;
export const WAITING = 'waiting requests for events';

/** Followers that wait for the next event: one poll of the last position serves them all. */
@Injectable()
export class FeedWatch implements BeforeApplicationShutdown {
  private readonly positions: SharedLook<number>;

  constructor(events: EventsRepository) {
    this.positions = new SharedLook({
      everyMs: LOOK_MS,
      mostWaiting: MOST_WAITING,
      mostOfOne: MOST_OF_ONE,
      called: WAITING,
      look: () => events.findLastPosition(),
    });
  }

  beforeApplicationShutdown(): void {
    this.positions.stop();
  }

  /**
   * Resolves once there is an event after a position, the time is over, or the caller has left. @throws {ApiError} 429
   * or 503 if too many wait
   */
  wait(after: number, milliseconds: number, request: Request, response: Response): Promise<void> {
    return this.positions.hold(request, async () => {
      const end = performance.now() + milliseconds;
      while (!isOver(end, response)) {
        if ((await this.positions.see()) > after) return;
      }
    });
  }
}
