import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { retryConflicts } from './retry-conflicts';

/** Transactions of TypeORM's. Those of checks and visits are `StatementRunner`'s. */
@Injectable()
export class Transactions {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Runs `work` in one transaction and commits it. When the database gives it up for another transaction's sake
   * (deadlock, lock wait, a conflict on another node of a cluster), or `work` finds its reads stale, it is run again from the start, for a bounded
   * time, so `work` must have no effect outside of the database. It hands the transaction on to the repositories that take
   * part (`within`); any other use of the database would wait for the transaction's end.
   */
  run<T>(work: (transaction: EntityManager) => Promise<T>): Promise<T> {
    return retryConflicts(() => this.dataSource.transaction(work), ['conflict', 'locked', 'stale']);
  }
}
