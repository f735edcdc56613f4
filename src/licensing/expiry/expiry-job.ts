import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import { Transactions } from '../../platform/database/transactions';
import { DueNotices, NOTICES_EVERY_MS } from '../../platform/events/due-notices';
import { EventsRepository } from '../../platform/events/events.repository';
import { Jobs } from '../../platform/jobs/jobs';
import { Settings } from '../../platform/settings/settings';
import { EndNotices } from '../license-keys/end-notices';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';

/** Announces that license keys will expire, and that they have. */
@Injectable()
export class ExpiryJob {
  private readonly due: DueNotices;
  /** The end itself comes last, so that after a downtime events are in chronological order. */
  private readonly noticeDays: readonly number[];

  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly ends: EndNotices,
    events: EventsRepository,
    transactions: Transactions,
    readers: Readers,
    jobs: Jobs,
    { expiryNoticeDays }: Settings,
  ) {
    this.due = new DueNotices(events, transactions, readers);
    this.noticeDays = [...expiryNoticeDays, 0];
    jobs.add({
      name: 'expiry-events',
      everyMs: NOTICES_EVERY_MS,
      longestMs: 3_600_000,
      doneBy: 'one instance',
      failure: 'Followers could not be told which license keys expire; this is tried again.',
      run: (signal) => this.advance(Date.now(), signal),
    });
  }

  /** Announces everything due. @param now milliseconds since the Unix epoch */
  async advance(now: number, signal: AbortSignal): Promise<void> {
    const lockAll = (transaction: EntityManager, ids: readonly number[]) =>
      this.licenseKeys.within(transaction).lockAll(ids);
    for (const days of this.noticeDays) await this.due.advance(this.ends.of(days), lockAll, now, signal);
  }
}
