import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { HourlyPurge, type Purge } from '../retention/hourly-purge';
import { RetentionClock } from '../retention/retention-clock';
import { BulkChangePortionsRepository } from './bulk-change-portions.repository';
import { BulkChangesRepository } from './bulk-changes.repository';

const KEPT_DAYS = 30;
/** Few enough that a check never waits long for them. */
const CHANGES_A_LOOK = 20;
const PORTIONS_A_DELETION = 200;

/** Forgets bulk changes 30 days after their end. The audit keeps what they changed. */
@Injectable()
export class BulkChangeRetentionService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly purge: HourlyPurge;

  constructor(
    private readonly bulkChanges: BulkChangesRepository,
    private readonly portions: BulkChangePortionsRepository,
    clock: RetentionClock,
  ) {
    const purge: Purge = {
      what: 'bulk changes',
      setting: `${KEPT_DAYS} days`,
      days: KEPT_DAYS,
      run: (before, portion) => this.forget(before, portion),
    };
    this.purge = new HourlyPurge(purge, clock, new Logger('BulkChangeRetention'));
  }

  onApplicationBootstrap(): void {
    this.purge.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.purge.stop();
  }

  private async forget(before: number, portion: Parameters<Purge['run']>[1]): Promise<number> {
    let forgotten = 0;
    for (;;) {
      const ids = await portion(() => this.bulkChanges.findEndedBefore(before, CHANGES_A_LOOK));
      if (!ids || ids.length === 0) return forgotten;
      for (const id of ids) {
        // The results first: there may be thousands of portions.
        while (await portion(() => this.portions.deleteSome(id, PORTIONS_A_DELETION)));
        if ((await portion(() => this.bulkChanges.delete(id).then(() => true))) === undefined) return forgotten;
        forgotten++;
      }
    }
  }
}
