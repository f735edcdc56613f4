import { Injectable } from '@nestjs/common';
import { sortableAddress } from '../../platform/addresses/address';
import { databaseFault } from '../../platform/database/database-errors';
import { StatementRunner } from '../../platform/database/statement-runner';
import { Transactions } from '../../platform/database/transactions';
import { SettledIds } from '../../platform/growing-tables/settled-ids';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import { CheckAddressesRepository } from './check-addresses.repository';

const LOGS_A_PORTION = 2000;
const ROWS_REMOVED_AT_ONCE = 2000;

/**
 * Collects the addresses from which checks came, so that license keys are found by them. One transaction locks the cursor,
 * reads logs, writes their addresses and moves the cursor; removals wait for it (decision 130).
 */
@Injectable()
export class AddressCollector {
  private known: number | undefined;
  private readonly settled: SettledIds;

  constructor(
    private readonly addresses: CheckAddressesRepository,
    private readonly logs: LicenseLogsRepository,
    private readonly transactions: Transactions,
    private readonly statements: StatementRunner,
  ) {
    this.settled = new SettledIds(() => logs.findLastId(), statements.isShared);
  }

  /** At most this many logs were left at the last look. */
  get left(): number {
    return Math.max(0, this.settled.last - (this.known ?? this.settled.last));
  }

  /** The log up to which addresses are collected. */
  findLastLog(): Promise<number> {
    return this.addresses.findLastLog();
  }

  /** Reads some settled logs. @returns whether there are more; false if another instance read them meanwhile */
  async advance(): Promise<boolean> {
    const lastLog = await this.addresses.findLastLog();
    this.known = lastLog;
    const settled = await this.settled.look();
    if (!settled || settled.id <= lastLog) return false;
    // Skips the long gaps of deleted logs.
    const first = (await this.logs.findNextId(lastLog)) ?? settled.id;
    const end = Math.min(settled.id, first - 1 + LOGS_A_PORTION);
    try {
      if (!(await this.collect(lastLog, end))) return false;
    } catch (error) {
      // A stalled transaction holds one of the logs and may still roll back.
      const fault = databaseFault(error);
      if (fault === 'locked' || fault === 'conflict') return false;
      throw error;
    }
    this.known = end;
    return end < settled.id;
  }

  /** Takes all addresses away and begins at the first log. */
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

  private collect(after: number, end: number): Promise<boolean> {
    return this.transactions.run(async (transaction) => {
      const changes = this.addresses.within(transaction);
      if ((await changes.lockProgress()).lastLog !== after) return false;
      const found = await this.logs.readAddresses(transaction, after, end, this.statements.isShared);
      await changes.add(found.map((row) => ({ ...row, address: sortableAddress(row.address) })));
      await changes.moveProgress(end);
      return true;
    });
  }
}
