import { Injectable } from '@nestjs/common';
import { sortableAddress } from '../../platform/addresses/address';
import { databaseFault } from '../../platform/database/database-errors';
import { StatementRunner } from '../../platform/database/statement-runner';
import { Transactions } from '../../platform/database/transactions';
import { SettledIds } from '../../platform/growing-tables/settled-ids';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import { CheckAddressesRepository } from './check-addresses.repository';
import { type Progress, RecentAddresses } from './recent-addresses';

const LOGS_A_PORTION = 2000;
const ROWS_REMOVED_AT_ONCE = 2000;

/**
 * Collects the addresses of checks, so that license keys are found by them. One transaction locks the cursor, adds the
 * addresses of logs that were read before, and moves the cursor; it gives up if addresses were removed meanwhile
 * (decision 130).
 */
@Injectable()
export class AddressCollector {
  private known: number | undefined;
  private readonly settled: SettledIds;
  private readonly recent = new RecentAddresses();

  constructor(
    private readonly addresses: CheckAddressesRepository,
    private readonly logs: LicenseLogsRepository,
    private readonly transactions: Transactions,
    private readonly statements: StatementRunner,
  ) {
    this.settled = new SettledIds(() => logs.findLastId(), statements.isShared);
  }

  /** Upper bound of uncollected logs at the last poll. */
  get left(): number {
    return Math.max(0, this.settled.last - (this.known ?? this.settled.last));
  }

  /** Collects from some settled logs. @returns whether there are more; false if another instance was faster or removed addresses */
  async advance(): Promise<boolean> {
    const progress = await this.addresses.findProgress();
    const { lastLog } = progress;
    this.known = lastLog;
    const settled = await this.settled.look();
    if (!settled || settled.id <= lastLog) return false;
    // Skips the long gaps of deleted logs.
    const first = (await this.logs.findNextId(lastLog)) ?? settled.id;
    const end = Math.min(settled.id, first - 1 + LOGS_A_PORTION);
    try {
      if (!(await this.collect(progress, end))) return false;
    } catch (error) {
      // A stalled transaction holds one of the logs and may still roll back.
      const fault = databaseFault(error);
      if (fault === 'locked' || fault === 'conflict') return false;
      throw error;
    }
    this.known = end;
    return end < settled.id;
  }

  /** Removes all addresses and starts over. */
  async restart(): Promise<void> {
    for (let removed = ROWS_REMOVED_AT_ONCE; removed === ROWS_REMOVED_AT_ONCE;) {
      removed = await this.transactions.run(async (transaction) => {
        const changes = this.addresses.within(transaction);
        await changes.lockProgress();
        await changes.moveProgress(0);
        return changes.removeSome(ROWS_REMOVED_AT_ONCE);
      });
    }
  }

  private async collect(since: Progress, end: number): Promise<boolean> {
    const logs = await this.logs.readAddresses(since.lastLog, end, this.statements.isShared);
    const unknown = this.recent.findUnknown(logs, since);
    const times = await this.transactions.run(async (transaction) => {
      const changes = this.addresses.within(transaction);
      const { lastLog, removals } = await changes.lockProgress();
      if (lastLog !== since.lastLog || removals !== since.removals) return undefined;
      const stored = await changes.add(
        unknown.map(({ keyId, address, lastSeen }) => ({ keyId, address: sortableAddress(address), lastSeen })),
      );
      await changes.moveProgress(end);
      return stored;
    });
    if (!times) return false;
    const stored = unknown.map(({ keyId, address }, index) => ({ keyId, address, lastSeen: times[index] }));
    this.recent.remember(stored, { lastLog: end, removals: since.removals });
    return true;
  }
}
