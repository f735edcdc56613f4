import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import { Transactions } from '../../platform/database/transactions';
import { DueNotices, NOTICES_EVERY_MS } from '../../platform/events/due-notices';
import { EventsRepository } from '../../platform/events/events.repository';
import { Jobs } from '../../platform/jobs/jobs';
import { LinksRepository } from '../links.repository';
import { LinkEnds } from './link-ends';

/** Announces that links have expired. Links that reach `maxVisits` are announced with their last visit (`VisitBatch`). */
@Injectable()
export class LinkEndJob {
  private readonly due: DueNotices;

  constructor(
    private readonly links: LinksRepository,
    private readonly ends: LinkEnds,
    events: EventsRepository,
    transactions: Transactions,
    readers: Readers,
    jobs: Jobs,
  ) {
    this.due = new DueNotices(events, transactions, readers);
    jobs.add({
      name: 'link-ends',
      everyMs: NOTICES_EVERY_MS,
      longestMs: 3_600_000,
      doneBy: 'one instance',
      failure: 'Followers could not be told which links have ended; this is tried again.',
      run: (signal) => this.advance(Date.now(), signal),
    });
  }

  /** Announces all ends up to now. @param now milliseconds since the Unix epoch */
  advance(now: number, signal: AbortSignal): Promise<void> {
    const lockAll = (transaction: EntityManager, ids: readonly number[]) => this.links.within(transaction).lockAll(ids);
    return this.due.advance(this.ends, lockAll, now, signal);
  }
}
