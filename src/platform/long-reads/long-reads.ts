import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { unavailable } from '../errors/errors';
import { Semaphore } from '../concurrency/semaphore';
import { isGivenUp } from '../concurrency/given-up';

/** Pages made at a time. */
const PAGES = 8;
/** Concurrent streams. Most of them wait for their clients; each holds memory. */
const STREAMS = 100;
const WAITING = { maxWaiting: 100, patienceMs: 1400 };
/** Time to read a page, in milliseconds. With the wait before, it stays within the request deadline. */
const LONGEST_PAGE_MS = 1000;

/** Admits requests that may read much. Their statements queue again in `Reader`. */
@Injectable()
export class LongReads {
  private readonly pages = new Semaphore(PAGES, WAITING);
  private readonly streams = new Semaphore(STREAMS, WAITING);

  /** `read` should end early once `isLate`. @throws {ApiError} 503 if too many wait, or too long */
  page<T>(response: Response, read: (isLate: () => boolean) => Promise<T>): Promise<T> {
    return this.pages.hold(() => {
      if (isGivenUp(response)) throw unavailable();
      const late = performance.now() + LONGEST_PAGE_MS;
      return read(() => isGivenUp(response) || performance.now() > late);
    });
  }

  /** @throws {ApiError} 503 if too many wait, or too long */
  stream(response: Response, send: () => Promise<void>): Promise<void> {
    return this.streams.hold(async () => {
      if (!isGivenUp(response)) await send();
    });
  }
}
