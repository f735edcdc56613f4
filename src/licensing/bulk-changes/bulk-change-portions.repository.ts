import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, LessThanOrEqual, Repository } from 'typeorm';
import { insertRows } from '../../platform/database/insert-rows';
import { Readers } from '../../platform/database/reader';
import { BulkChangePortion } from './bulk-change-portion.entity';
import { readResults, type RowResult, writeResults } from './row-results';

const PORTIONS_A_QUERY = 8;

@Injectable()
export class BulkChangePortionsRepository {
  constructor(
    @InjectRepository(BulkChangePortion) private readonly portions: Repository<BulkChangePortion>,
    private readonly readers: Readers,
  ) {}

  within(transaction: EntityManager): BulkChangePortionsRepository {
    return new BulkChangePortionsRepository(transaction.withRepository(this.portions), this.readers);
  }

  async insert(changeId: number, upTo: number, results: readonly RowResult[]): Promise<void> {
    const row = { change_id: changeId, upTo, results: writeResults(results) };
    await insertRows(this.portions.manager, 'bulk_change_portions', [row]);
  }

  /** Results of a bulk change by ascending id, read as needed. */
  async *results(changeId: number): AsyncGenerator<RowResult[]> {
    for (let after = 0; ;) {
      const rows = await this.readers.streams.read<readonly [upTo: number, results: Buffer]>({
        sql: 'SELECT upTo, results FROM bulk_change_portions WHERE change_id = ? AND upTo > ? ORDER BY upTo LIMIT ?',
        parameters: [changeId, after, PORTIONS_A_QUERY],
      });
      if (rows.length === 0) return;
      for (const [upTo, results] of rows) {
        after = upTo;
        // The embedded database returns raw memory, not a Buffer.
        yield readResults(Buffer.from(results));
      }
    }
  }

  /** Deletes some of a bulk change's portions. @returns whether there were any */
  async deleteSome(changeId: number, limit: number): Promise<boolean> {
    const where = { changeId };
    const found = await this.portions.find({ select: { upTo: true }, where, order: { upTo: 'ASC' }, take: limit });
    const last = found.at(-1);
    if (last) await this.portions.delete({ changeId, upTo: LessThanOrEqual(last.upTo) });
    return last !== undefined;
  }
}
