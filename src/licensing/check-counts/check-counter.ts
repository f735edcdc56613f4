import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { databaseFault } from '../../platform/database/database-errors';
import { StatementRunner } from '../../platform/database/statement-runner';
import { Transactions } from '../../platform/database/transactions';
import { type Settled, settledBefore, SettledIds } from '../../platform/growing-tables/settled-ids';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import { CheckCountsRepository } from './check-counts.repository';
import { CheckTally, type Tally } from './check-tally';

const LOOK_EVERY_MS = 500;

/** Counts logged checks. One transaction adds counts and moves the cursor, so each log counts once (decision 086). */
@Injectable()
export class CheckCounter {
  private known: number | undefined;
  private readonly settled: SettledIds;

  constructor(
    private readonly counts: CheckCountsRepository,
    private readonly tally: CheckTally,
    private readonly transactions: Transactions,
    private readonly statements: StatementRunner,
    logs: LicenseLogsRepository,
  ) {
    this.settled = new SettledIds(() => logs.findLastId(), statements.isShared);
  }

  /** Upper bound of uncounted logs at the last poll. */
  get uncounted(): number {
    return Math.max(0, this.settled.last - (this.known ?? this.settled.last));
  }

  /** Counts some settled logs. @returns whether there are more; false if another instance counted them meanwhile */
  async advance(): Promise<boolean> {
    const { lastLog } = await this.counts.readProgress();
    this.known = lastLog;
    const settled = await this.settled.look();
    if (!settled || settled.id <= lastLog) return false;
    try {
      const tally = await this.tally.count(lastLog, settled.id);
      if (!(await this.move(lastLog, tally, settled))) return false;
      this.known = tally.last;
      return tally.last < settled.id;
    } catch (error) {
      // A stalled transaction holds one of the logs and may still roll back.
      const fault = databaseFault(error);
      if (fault === 'locked' || fault === 'conflict') return false;
      throw error;
    }
  }

  /** Counts all logs that exist now, waiting where necessary. */
  async countAll(signal: AbortSignal): Promise<void> {
    await this.settled.look();
    const { last } = this.settled;
    while ((await this.counts.readProgress()).lastLog < last) {
      if (!(await this.advance())) await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
  }

  async countedUpTo(): Promise<number> {
    const reached = settledBefore(Date.now(), this.statements.isShared);
    await this.settled.look();
    const { lastLog, upTo } = await this.counts.readProgress();
    this.known = lastLog;
    return lastLog >= this.settled.last ? Math.max(upTo, reached) : upTo;
  }

  /** @returns false if another instance was faster */
  private move(from: number, { sums, last }: Tally, settled: Settled): Promise<boolean> {
    return this.transactions.run(async (transaction) => {
      const changes = this.counts.within(transaction);
      const { lastLog, upTo } = await changes.lockProgress();
      if (lastLog !== from) return false;
      // If much remains uncounted, only the hours before the last log's are complete.
      const reached = last < settled.id ? Math.min(settled.upTo, sums.latestHour) : settled.upTo;
      await changes.add(0, sums.all);
      await changes.moveProgress({ lastLog: last, upTo: Math.max(upTo, reached) });
      return true;
    });
  }
}
