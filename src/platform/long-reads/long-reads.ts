import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { unavailable } from '../errors/errors';
import { Semaphore } from '../concurrency/semaphore';

/** Pages of lists, searches, logs and the audit that are made at a time. */
const PAGES = 8;
/** Whole lists and exports under way at a time. Most of them only wait for their clients; each holds some of the memory. */
const STREAMS = 100;
/** The others: how many wait, and how long, in milliseconds. */
const WAITING = { maxWaiting: 100, patienceMs: 1400 };
/** Longest that reading for a page goes on, in milliseconds: with the wait before it, less than a request may take. */
const LONGEST_PAGE_MS = 1000;

/**
 * Admits the requests that may read much. What they read waits for its turn once more, statement by statement
 * (`Reader`), so that a permit here costs checks nothing while its client is slow to take an answer.
 */
@Injectable()
export class LongReads {
  private readonly pages = new Semaphore(PAGES, WAITING);
  private readonly streams = new Semaphore(STREAMS, WAITING);

  /**
   * Makes an answer in one piece.
   * @param read asks whether to end with what it has: much time has passed, or the client has left
   * @throws {ApiError} 503 when too many wait, or too long
   */
  page<T>(response: Response, read: (isLate: () => boolean) => Promise<T>): Promise<T> {
    return this.pages.hold(() => {
      if (isOver(response)) throw unavailable();
      const late = performance.now() + LONGEST_PAGE_MS;
      return read(() => isOver(response) || performance.now() > late);
    });
  }

  /**
   * Sends an answer of any length.
   * @throws {ApiError} 503 when too many wait, or too long
   */
  stream(response: Response, send: () => Promise<void>): Promise<void> {
    return this.streams.hold(async () => {
      if (!isOver(response)) await send();
    });
  }
}

/** While it waited, the request was answered 503, or its client left. */
function isOver(response: Response): boolean {
  return response.headersSent || response.destroyed;
}
