import type { Request, Response } from 'express';
import { unavailable } from '../errors/errors';
import { tooManyStreams } from '../errors/too-many';
import { pause } from './pause';
import { Semaphore } from './semaphore';

interface SharedLookOptions<Seen> {
  /** Interval between two polls, in milliseconds. */
  readonly everyMs: number;
  /** Most waiting requests; 503 beyond that. */
  readonly mostWaiting: number;
  /** Most waiting requests of one API key or person; 429 beyond that. */
  readonly mostOfOne: number;
  /** Name in error messages: "waiting requests for events". */
  readonly called: string;
  readonly look: () => Promise<Seen>;
}

/** Requests that wait for something to appear in the database share one poll. */
export class SharedLook<Seen> {
  private readonly places: Semaphore;
  private readonly owners = new Map<number, number>();
  private readonly stopping = new AbortController();
  /** The poll under way, or the next one. */
  private next: Promise<Seen> | undefined;

  constructor(private readonly options: SharedLookOptions<Seen>) {
    this.places = new Semaphore(options.mostWaiting, { maxWaiting: 0 });
  }

  /** Ends all waiting with 503. */
  stop(): void {
    this.stopping.abort();
  }

  /** Runs `wait` if the caller may wait. @throws {ApiError} 429 or 503 if too many wait, 401 or 403 once access has ended */
  hold<T>(request: Request, wait: () => Promise<T>): Promise<T> {
    const owner = request.caller?.ownerId ?? 0;
    const { mostOfOne, called } = this.options;
    return this.places.hold(async () => {
      const others = this.owners.get(owner) ?? 0;
      if (others >= mostOfOne) throw tooManyStreams(mostOfOne, called);
      this.owners.set(owner, others + 1);
      try {
        const seen = await wait();
        // The API key may have been revoked meanwhile.
        await request.confirmAdmission?.();
        return seen;
      } finally {
        const left = (this.owners.get(owner) ?? 1) - 1;
        if (left > 0) this.owners.set(owner, left);
        else this.owners.delete(owner);
      }
    });
  }

  /** The result of the next poll. @throws {ApiError} 503 while the service stops */
  async see(): Promise<Seen> {
    if (this.stopping.signal.aborted) throw unavailable();
    this.next ??= this.lookLater().finally(() => (this.next = undefined));
    return this.next;
  }

  private async lookLater(): Promise<Seen> {
    await pause(this.options.everyMs, this.stopping.signal);
    return this.options.look();
  }
}

/** Whether the time is over, or the caller has left. */
export const isOver = (end: number, response: Response): boolean => performance.now() >= end || response.destroyed;
