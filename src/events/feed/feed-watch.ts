import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { pause } from '../../platform/concurrency/pause';
import { Semaphore } from '../../platform/concurrency/semaphore';
import { unavailable } from '../../platform/errors/errors';
import { tooManyStreams } from '../../platform/errors/too-many';
import { EventsRepository } from '../../platform/events/events.repository';

/** Interval between two looks, in milliseconds. */
const LOOK_MS = 200;
/** Followers who may wait at a time; 503 beyond that. */
const MOST_WAITING = 500;
/** Of one API key or person; 429 beyond that. */
export const MOST_OF_ONE = 50;

/** Followers who wait for the next event: one look at the last position serves them all. */
@Injectable()
export class FeedWatch implements BeforeApplicationShutdown {
  private readonly places = new Semaphore(MOST_WAITING, { maxWaiting: 0 });
  private readonly owners = new Map<number, number>();
  private readonly stopping = new AbortController();
  /** The look under way, or the next one. */
  private look: Promise<number> | undefined;

  constructor(private readonly events: EventsRepository) {}

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /**
   * Resolves once there is an event behind a position, the time is over, or the caller has left.
   * @throws {ApiError} 429 or 503 if too many wait
   */
  wait(after: number, milliseconds: number, { caller }: Request, response: Response): Promise<void> {
    const owner = caller?.ownerId ?? 0;
    return this.places.hold(async () => {
      const others = this.owners.get(owner) ?? 0;
      if (others >= MOST_OF_ONE) throw tooManyStreams(MOST_OF_ONE, 'waiting requests for events');
      this.owners.set(owner, others + 1);
      try {
        const end = performance.now() + milliseconds;
        while (performance.now() < end && !response.destroyed) {
          if (this.stopping.signal.aborted) throw unavailable();
          if ((await this.nextLook()) > after) return;
        }
      } finally {
        const left = (this.owners.get(owner) ?? 1) - 1;
        if (left > 0) this.owners.set(owner, left);
        else this.owners.delete(owner);
      }
    });
  }

  private nextLook(): Promise<number> {
    this.look ??= this.lookLater().finally(() => (this.look = undefined));
    return this.look;
  }

  private async lookLater(): Promise<number> {
    await pause(LOOK_MS, this.stopping.signal);
    return this.events.findLastPosition();
  }
}
