import { Injectable } from '@nestjs/common';
import { databaseFault, StaleRowsError } from '../platform/database/database-errors';
import { StatementRunner } from '../platform/database/statement-runner';
import { Transactions } from '../platform/database/transactions';
import { HOUR_MS, startOf } from '../platform/time-ranges/spans';
import { VisitCountsRepository } from './visit-counts.repository';
import type { VisitPortion } from './visit-portion.entity';
import { VisitPortionsRepository } from './visit-portions.repository';

/** Portions that are counted in one transaction. */
const PORTIONS_A_TIME = 500;
/** How long the counting is left to another instance that was met at it, in milliseconds. */
const LEFT_MS = 15_000;
/** How long after it was judged a visit is recorded, or never will be, on a server, in milliseconds: as for checks (decision 086). */
const SETTLED_AFTER_MS = 10_000;

/**
 * Counts visits by the hour: portions of them turn into counts and are deleted in one transaction, so that each is counted once
 * (decision 087).
 */
@Injectable()
export class VisitCounter {
  private leftUntil = -Infinity;

  constructor(
    private readonly portions: VisitPortionsRepository,
    private readonly counts: VisitCountsRepository,
    private readonly transactions: Transactions,
    private readonly statements: StatementRunner,
  ) {}

  /** Counts some of the visits, unless another instance does. @returns whether there may be more */
  async advance(): Promise<boolean> {
    if (performance.now() < this.leftUntil) return false;
    const portions = await this.portions.findOldest(PORTIONS_A_TIME);
    if (portions.length === 0) return false;
    try {
      await this.count(portions);
      return portions.length === PORTIONS_A_TIME;
    } catch (error) {
      const fault = databaseFault(error);
      if (fault !== 'stale' && fault !== 'duplicate') throw error;
      // Another instance has counted some of them: one is enough.
      this.leftUntil = performance.now() + LEFT_MS;
      return false;
    }
  }

  /** Until when every visit is counted, in milliseconds since the Unix epoch. */
  async countedUpTo(): Promise<number> {
    const now = Date.now();
    const [oldest] = await this.portions.findOldest(1);
    const settled = this.statements.isShared ? now - SETTLED_AFTER_MS : now;
    return Math.min(settled, oldest?.at ?? settled);
  }

  /** @throws {StaleRowsError} when another instance has counted one of them already */
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
