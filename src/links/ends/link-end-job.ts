import { Injectable } from '@nestjs/common';
import { Readers } from '../../platform/database/reader';
import { Transactions } from '../../platform/database/transactions';
import { DueNotices, NOTICES_EVERY_MS, type TellsOfEnds } from '../../platform/events/due-notices';
import type { NewEvent } from '../../platform/events/event-row';
import { EventsRepository } from '../../platform/events/events.repository';
import { Jobs } from '../../platform/jobs/jobs';
import { linkEndedEvent } from '../link-events';
import type { Link } from '../link.entity';
import { LinksRepository } from '../links.repository';
import { toLinkDto } from '../to-link-dto';
import { LinkEndNoticesRepository } from './link-end-notices.repository';

/** Announces that links have expired. Links that reach `maxVisits` are announced with their last visit (`VisitBatch`). */
@Injectable()
export class LinkEndJob {
  private readonly due: DueNotices;
  private readonly ends: TellsOfEnds<Link>;

  constructor(
    links: LinksRepository,
    notices: LinkEndNoticesRepository,
    events: EventsRepository,
    transactions: Transactions,
    readers: Readers,
    jobs: Jobs,
  ) {
    this.due = new DueNotices(events, transactions, readers);
    this.ends = {
      notices,
      leadMs: 0,
      lockAll: (transaction, ids) => links.within(transaction).lockAll(ids),
      toEvents: (_transaction, ended) => ended.map(toEvent),
    };
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
    return this.due.advance(this.ends, now, signal);
  }
}

const SERVICE = { targetType: 'link', actorType: 'service', actorName: 'expiry' } as const;

const toEvent = (link: Link): NewEvent => ({
  ...linkEndedEvent(toLinkDto(link), 'expiresAt'),
  ...SERVICE,
  at: Date.now(),
});
