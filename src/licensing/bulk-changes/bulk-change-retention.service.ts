import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs';
import { hourlyPurge, type Purge } from '../retention/hourly-purge';
import { RetentionClock } from '../retention/retention-clock';
import { BulkChangePortionsRepository } from './bulk-change-portions.repository';
import { BulkChangesRepository } from './bulk-changes.repository';

const KEPT_DAYS = 30;
/** Small, so that checks don't wait long. */
const CHANGES_A_LOOK = 20;
const PORTIONS_A_DELETION = 200;

/** Deletes bulk changes 30 days after their end. The audit keeps what they changed. */
@Injectable()
export class BulkChangeRetentionService {
  constructor(
    private readonly bulkChanges: BulkChangesRepository,
    private readonly portions: BulkChangePortionsRepository,
    clock: RetentionClock,
    jobs: Jobs,
  ) {
    const purge: Purge = {
      what: 'bulk changes',
      setting: `${KEPT_DAYS} days`,
      days: KEPT_DAYS,
      run: (before, portion) => this.forget(before, portion),
    };
    jobs.add(hourlyPurge('bulk-change-retention', purge, clock));
  }

  private async forget(before: number, portion: Parameters<Purge['run']>[1]): Promise<number> {
    let forgotten = 0;
    for (;;) {
      const ids = await portion(() => this.bulkChanges.findEndedBefore(before, CHANGES_A_LOOK));
      if (!ids || ids.length === 0) return forgotten;
      for (const id of ids) {
        // Results first: there may be thousands of portions.
        while (await portion(() => this.portions.deleteSome(id, PORTIONS_A_DELETION)));
        if ((await portion(() => this.bulkChanges.delete(id).then(() => true))) === undefined) return forgotten;
        forgotten++;
      }
    }
  }
}
