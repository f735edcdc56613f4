import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { databaseFault } from '../../platform/database/database-errors';
import { StatementRunner } from '../../platform/database/statement-runner';
import { Transactions } from '../../platform/database/transactions';
import { CheckCountsRepository } from './check-counts.repository';
import { CheckTally, type Tally } from './check-tally';
import { type Settled, SettledLogs } from './settled-logs';

/** How long the counting is left to another instance that was seen at it, in milliseconds. */
const LEFT_MS = 15_000;
const LOOK_EVERY_MS = 500;

/**
 * Counts checks by what is logged of them, some at a time: adding to the counts and noting how far it has come is one
 * transaction, so that each log is counted once, whichever instance counts and wherever it ends (decision 086).
 */
@Injectable()
export class CheckCounter {
  /** How far this instance last saw the counting come. */
  private known: number | undefined;
  private leftUntil = -Infinity;

  constructor(
    private readonly counts: CheckCountsRepository,
    private readonly tally: CheckTally,
    private readonly settled: SettledLogs,
    private readonly transactions: Transactions,
    private readonly statements: StatementRunner,
  ) {}

  /** How many logs were not counted yet when this was last looked at, at most. */
  get uncounted(): number {
    return Math.max(0, this.settled.last - (this.known ?? this.settled.last));
  }

  /** Counts some of the logs that are settled, unless another instance does. @returns whether there are more of them */
  async advance(): Promise<boolean> {
    const { lastLog } = await this.counts.readProgress();
    const settled = await this.settled.look();
    if (this.isOthers(lastLog) || !settled || settled.id <= lastLog) return false;
    try {
      const tally = await this.tally.count(lastLog, settled.id);
      if (!(await this.move(lastLog, tally, settled))) return false;
      this.known = tally.last;
      return tally.last < settled.id;
    } catch (error) {
      // A transaction that stands still holds one of the logs: it may still be undone.
      const fault = databaseFault(error);
      if (fault === 'locked' || fault === 'conflict') return false;
      throw error;
    }
  }

  /** Counts all logs that there are now, and waits where it has to. */
  async countAll(signal: AbortSignal): Promise<void> {
    await this.settled.look();
    const { last } = this.settled;
    while ((await this.counts.readProgress()).lastLog < last) {
      if (!(await this.advance())) await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
  }

  /** Until when every check is counted, in milliseconds since the Unix epoch. */
  async countedUpTo(): Promise<number> {
    const reached = this.settled.reach(Date.now());
    await this.settled.look();
    const { lastLog, upTo } = await this.counts.readProgress();
    return lastLog >= this.settled.last ? Math.max(upTo, reached) : upTo;
  }

  /** One instance counts at a time, since several would count the same: who sees that another has, leaves it to that one. */
  private isOthers(lastLog: number): boolean {
    const isMoved = this.known !== undefined && this.known !== lastLog;
    this.known = lastLog;
    if (!this.statements.isShared) return false;
    if (isMoved) this.leftUntil = performance.now() + LEFT_MS;
    return performance.now() < this.leftUntil;
  }

  /** @returns false when another instance was faster */
  private move(from: number, { sums, last }: Tally, settled: Settled): Promise<boolean> {
    return this.transactions.run(async (transaction) => {
      const changes = this.counts.within(transaction);
      const { lastLog, upTo } = await changes.lockProgress();
      if (lastLog !== from) return false;
      // While much is left to be counted, the hours before that of the last log are complete.
      const reached = last < settled.id ? Math.min(settled.upTo, sums.latestHour) : settled.upTo;
      await changes.add(0, sums.all);
      await changes.moveProgress({ lastLog: last, upTo: Math.max(upTo, reached) });
      return true;
    });
  }
}
