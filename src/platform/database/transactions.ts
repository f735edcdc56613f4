import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { retryConflicts } from './retry-conflicts';

/** TypeORM's transactions. Checks and visits use `StatementRunner`. */
@Injectable()
export class Transactions {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Runs `work` in one transaction. Repeats it for a bounded time on conflicts and stale reads, so `work` must have no
   * effect outside the database. Use only the given manager inside: anything else would wait for the transaction.
   */
  run<T>(work: (transaction: EntityManager) => Promise<T>): Promise<T> {
    return retryConflicts(() => this.dataSource.transaction(work), ['conflict', 'locked', 'stale']);
  }
}
