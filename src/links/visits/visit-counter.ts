import { Injectable } from '@nestjs/common';
import { databaseFault, StaleRowsError } from '../../platform/database/database-errors';
import { StatementRunner } from '../../platform/database/statement-runner';
import { Transactions } from '../../platform/database/transactions';
import { settledBefore } from '../../platform/growing-tables/settled-ids';
import { HOUR_MS, startOf } from '../../platform/time-ranges/spans';
import { VisitCountsRepository } from './visit-counts.repository';
import type { VisitPortion } from './visit-portion.entity';
import { VisitPortionsRepository } from './visit-portions.repository';

const PORTIONS_A_TIME = 500;

/** Turns portions into hourly counts. Deletes them in the same transaction, so each is counted once (decision 086). */
@Injectable()
export class VisitCounter {
  constructor(
    private readonly portions: VisitPortionsRepository,
    private readonly counts: VisitCountsRepository,
    private readonly transactions: Transactions,
    private readonly statements: StatementRunner,
  ) {}

  /** @returns whether there may be more; false if another instance counted them meanwhile */
  async advance(): Promise<boolean> {
    const portions = await this.portions.findOldest(PORTIONS_A_TIME);
    if (portions.length === 0) return false;
    try {
      await this.count(portions);
      return portions.length === PORTIONS_A_TIME;
    } catch (error) {
      const fault = databaseFault(error);
      if (fault !== 'stale' && fault !== 'duplicate') throw error;
      return false;
    }
  }

  /** All visits before this time are counted; milliseconds since the Unix epoch. */
  async countedUpTo(): Promise<number> {
    const settled = settledBefore(Date.now(), this.statements.isShared);
    const [oldest] = await this.portions.findOldest(1);
    return Math.min(settled, oldest?.at ?? settled);
  }

  /** @throws {StaleRowsError} if another instance counted one of them */
  private async count(portions: readonly VisitPortion[]): Promise<void> {
    const hours = new Map<number, number>();
    for (const { at, visits } of portions) {
      const startsAt = startOf(at, HOUR_MS);
      hours.set(startsAt, (hours.get(startsAt) ?? 0) + visits);
    }
    await this.transactions.run(async (transaction) => {
      if (!(await this.portions.within(transaction).delete(portions))) throw new StaleRowsError();
      const counts = this.counts.within(transaction);
      for (const [startsAt, visits] of hours) await counts.add({ startsAt, visits });
    });
  }
}
