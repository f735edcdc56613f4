import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Pace } from '../../platform/concurrency/pace';
import { ROWS_A_STATEMENT } from '../../platform/database/insert-rows';
import { Readers } from '../../platform/database/reader';
import { Transactions } from '../../platform/database/transactions';
import { EventsRepository, type NewEvent } from '../../platform/events/events.repository';
import { Jobs } from '../../platform/jobs/jobs';
import { DAY_MS } from '../../platform/time-ranges/spans';
import { linkEndedEvent } from '../link-events';
import type { Link } from '../link.entity';
import { LinksRepository } from '../links.repository';
import { toLinkDto } from '../to-link-dto';
import { LinkEndNoticesRepository } from './link-end-notices.repository';

const EVERY_MS = 15_000;
/** Looked at again: a change whose transaction took long, and a link that is ended at once, a moment ago. */
const OVERLAP_MS = 10 * 60_000;
/** A clock that goes back by less tells nothing twice. */
const REMEMBERED_MS = 2 * DAY_MS;

/**
 * Tells followers that links have ended by time: once for each value of `expiresAt`, also what fell into a standstill. That a
 * link has had all its visits is told with the last of them (`VisitBatch`).
 */
@Injectable()
export class LinkEndJob {
  private readonly pace: Pace;

  constructor(
    private readonly links: LinksRepository,
    private readonly notices: LinkEndNoticesRepository,
    private readonly events: EventsRepository,
    private readonly transactions: Transactions,
    readers: Readers,
    jobs: Jobs,
  ) {
    this.pace = new Pace({ restFactor: 4, database: readers });
    jobs.add({
      name: 'link-ends',
      everyMs: EVERY_MS,
      longestMs: 3_600_000,
      doneBy: 'one instance',
      failure: 'Followers could not be told which links have ended; this is tried again.',
      run: (signal) => this.advance(Date.now(), signal),
    });
  }

  /** Tells all ends up to now. @param now milliseconds since the Unix epoch */
  async advance(now: number, signal: AbortSignal): Promise<void> {
    // What ended before the first start is history. A clock that was ahead must not leave a gap when it is put right.
    const after = Math.min((await this.notices.findProgress()) ?? now, now) - OVERLAP_MS;
    let looked: number | undefined;
    do {
      looked = await this.pace.run(() => this.tellPortion(after, now), signal);
      if (looked === undefined) return;
    } while (looked > 0);
    while ((await this.forget(after - REMEMBERED_MS, signal)) > 0);
    await this.notices.setProgress(now);
  }

  /** @returns how many links it looked at; 0 if all is told */
  private async tellPortion(after: number, upTo: number): Promise<number> {
    const ids = await this.notices.findUntold(after, upTo, ROWS_A_STATEMENT);
    if (ids.length > 0) await this.transactions.run((transaction) => this.tell(transaction, ids, { after, upTo }));
    return ids.length;
  }

  private async tell(
    transaction: EntityManager,
    ids: readonly number[],
    due: { after: number; upTo: number },
  ): Promise<void> {
    const locked = await this.links.within(transaction).lockAll(ids);
    // It may have been changed, or told by another instance, since it was found.
    const stillDue = locked.filter(({ expiresAt: end }) => end !== null && end > due.after && end <= due.upTo);
    const notices = this.notices.within(transaction);
    const untold = (await notices.untoldOf(stillDue)).toSorted((a, b) => a.expiresAt! - b.expiresAt!);
    if (untold.length === 0) return;
    await notices.insert(untold.map(({ id, expiresAt }) => ({ expiresAt: expiresAt!, linkId: id })));
    await this.events.within(transaction).append(untold.map(toEvent));
  }

  private forget(before: number, signal: AbortSignal): Promise<number> {
    if (signal.aborted) return Promise.resolve(0);
    return this.transactions.run((transaction) =>
      this.notices.within(transaction).deleteOlder(before, ROWS_A_STATEMENT),
    );
  }
}

const SERVICE = { targetType: 'link', actorType: 'service', actorName: 'expiry' } as const;

const toEvent = (link: Link): NewEvent => ({
  ...linkEndedEvent(toLinkDto(link), 'expiresAt'),
  ...SERVICE,
  at: Date.now(),
});
