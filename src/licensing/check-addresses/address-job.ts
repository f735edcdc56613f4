import { Injectable } from '@nestjs/common';
import { Pace } from '../../platform/concurrency/pace';
import { Readers } from '../../platform/database/reader';
import { Transactions } from '../../platform/database/transactions';
import { Jobs } from '../../platform/jobs/jobs';
import { Settings } from '../../platform/settings/settings';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import { DAY_MS } from '../../platform/time-ranges/spans';
import { hourlyPurge, untilNone } from '../retention/hourly-purge';
import { RetentionClock } from '../retention/retention-clock';
import { AddressCollector } from './address-collector';
import { CheckAddressesRepository } from './check-addresses.repository';

/** Collects addresses in the background, and deletes those whose logs have been deleted for their age. */
@Injectable()
export class AddressJob {
  constructor(
    private readonly addresses: CheckAddressesRepository,
    private readonly transactions: Transactions,
    collector: AddressCollector,
    logs: LicenseLogsRepository,
    clock: RetentionClock,
    readers: Readers,
    jobs: Jobs,
    { logRetentionDays: days }: Settings,
  ) {
    const pace = new Pace({ restFactor: 4, database: readers });
    jobs.add({
      name: 'check-addresses',
      everyMs: 2000,
      longestMs: 3_600_000,
      doneBy: 'one instance',
      failure: 'Addresses of checks could not be collected for the search; this is tried again.',
      run: async (signal) => {
        while (await pace.run(() => collector.advance(), signal));
      },
      behind: () => collector.left,
    });
    if (days === undefined) return;
    const purge = {
      what: 'addresses of checks',
      setting: 'LOG_RETENTION_DAYS',
      days,
      newest: () => logs.findNewestTime(),
      run: untilNone((before, most) => this.deletePortion(before, most)),
    };
    jobs.add(hourlyPurge('address-retention', purge, clock));
  }

  /** Stored times may be a day old; addresses of remaining logs are kept. */
  private deletePortion(before: number, most: number): Promise<number> {
    return this.transactions.run(async (transaction) => {
      const changes = this.addresses.within(transaction);
      await changes.lockProgress();
      return changes.removeOlder(before - DAY_MS, most);
    });
  }
}
