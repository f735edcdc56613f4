import { Injectable } from '@nestjs/common';
import { databaseFault, StaleRowsError } from '../../platform/database/database-errors';
import { StatementRunner } from '../../platform/database/statement-runner';
import { Transactions } from '../../platform/database/transactions';
import { settledBefore } from '../../platform/growing-tables/settled-ids';
import { HOUR_MS, startOf } from '../../platform/time-ranges/spans';
import { VisitCountsRepository } from './visit-counts.repository';
import { type UnpackedPortion, unpackVisits } from './packed-visits';
import type { VisitPortion } from './visit-portion.entity';
import { VisitPortionsRepository } from './visit-portions.repository';
import { VisitSumsWriter } from './visit-sums-writer';

const PORTIONS_A_TIME = 500;
/** Each link adds two rows to a transaction, for which redirects wait on the embedded database. */
const LINKS_A_TIME = 2000;

/** Turns portions into counts and sums. Deletes them in the same transaction, so each is counted once (decision 086). */
@Injectable()
export class VisitCounter {
  constructor(
    private readonly portions: VisitPortionsRepository,
    private readonly counts: VisitCountsRepository,
    private readonly sums: VisitSumsWriter,
    private readonly transactions: Transactions,
    private readonly statements: StatementRunner,
  ) {}

  /** @returns whether there may be more; false if another instance counted them meanwhile */
  async advance(): Promise<boolean> {
    const oldest = await this.portions.findOldestShown(PORTIONS_A_TIME, Date.now());
    if (oldest.length === 0) return false;
    const portions = takeFewEnough(oldest);
    try {
      await this.count(portions);
      return portions.length < oldest.length || oldest.length === PORTIONS_A_TIME;
    } catch (error) {
      const fault = databaseFault(error);
      if (fault !== 'stale' && fault !== 'duplicate') throw error;
      return false;
    }
  }

  /** All visits before this time are counted; milliseconds since the Unix epoch. */
  async countedUpTo(): Promise<number> {
    const settled = settledBefore(Date.now(), this.statements.isShared);
    return Math.min(settled, (await this.portions.findOldestTime()) ?? settled);
  }

  /** @throws {StaleRowsError} if another instance counted one of them */
  private async count(portions: readonly UnpackedPortion[]): Promise<void> {
    const hours = new Map<number, number>();
    for (const { at, visits } of portions) {
      const startsAt = startOf(at, HOUR_MS);
      hours.set(startsAt, (hours.get(startsAt) ?? 0) + visits);
    }
    await this.transactions.run(async (transaction) => {
      if (!(await this.portions.within(transaction).delete(portions))) throw new StaleRowsError();
      const counts = this.counts.within(transaction);
      for (const [startsAt, visits] of hours) await counts.add({ startsAt, visits });
      await this.sums.add(transaction, portions);
    });
  }
}

/** The first portions, unpacked, that have few enough links together; at least one. */
function takeFewEnough(portions: readonly VisitPortion[]): UnpackedPortion[] {
  const links = new Set<number>();
  const taken: UnpackedPortion[] = [];
  for (const portion of portions) {
    const known = portion.facts === null ? null : unpackVisits(portion.facts);
    for (const { linkId } of known ?? []) links.add(linkId);
    if (links.size > LINKS_A_TIME && taken.length > 0) break;
    taken.push(Object.assign({}, portion, { known }));
  }
  return taken;
}
