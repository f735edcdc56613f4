import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { TransactionTrace } from '../telemetry/transaction-trace';
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
    return retryConflicts(() => this.once(work), ['conflict', 'locked', 'stale']);
  }

  private once<T>(work: (transaction: EntityManager) => Promise<T>): Promise<T> {
    const trace = TransactionTrace.begin();
    return trace ? this.traced(work, trace) : this.dataSource.transaction(work);
  }

  private async traced<T>(work: (transaction: EntityManager) => Promise<T>, trace: TransactionTrace): Promise<T> {
    try {
      const result = await this.dataSource.transaction(async (transaction) => {
        trace.watch(transaction, transaction.queryRunner!);
        const made = await work(transaction);
        trace.done();
        return made;
      });
      trace.end();
      return result;
    } catch (error) {
      trace.end(error);
      throw error;
    }
  }
}
