import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { databaseFault, StaleRowsError } from '../../platform/database/database-errors';
import type { Part } from '../../platform/database/one-moment';
import { marks, type Rows, type Write } from '../../platform/database/statement-runner';
import { SeatCount } from './seat-count.entity';

/** How many seats of a license key are taken, and the highest id of its devices. */
export type Count = Readonly<Pick<SeatCount, 'taken' | 'lastDevice'>>;

/** What a count was when it was read, undefined when there was none yet, and what it is to be. */
export interface CountChange {
  readonly keyId: number;
  readonly before: Count | undefined;
  readonly after: Count;
}

type CountOfKey = Count & { readonly keyId: number };
type CountRow = readonly [keyId: number, taken: number, lastDevice: number];

/** The one owner of the seat counts' table. */
@Injectable()
export class SeatCountsRepository {
  constructor(@InjectRepository(SeatCount) private readonly counts: Repository<SeatCount>) {}

  /** The same within a transaction. */
  within(transaction: EntityManager): SeatCountsRepository {
    return new SeatCountsRepository(transaction.withRepository(this.counts));
  }

  /** Reads the counts of some license keys, for `countsByKey`; for a transaction of a batch. */
  lookUp(keyIds: readonly number[]): Part {
    const from = `FROM seat_counts WHERE key_id IN (${marks(keyIds)})`;
    return { texts: [], numbers: ['key_id', 'taken', 'lastDevice'], from, parameters: [...keyIds] };
  }

  /**
   * The statements that set counts. Each counts only as long as it is what was read, so that of two instances which give
   * seats of one key away at the same moment, one must judge again; that is why no key ever has a seat too many.
   */
  setting(changes: readonly CountChange[]): Write[] {
    const fresh = changes.filter(({ before }) => before === undefined);
    const known = changes.filter(({ before }) => before !== undefined) as (CountChange & { readonly before: Count })[];
    return [...(fresh.length > 0 ? [insertion(fresh)] : []), ...(known.length > 0 ? [update(known)] : [])];
  }

  /** What is counted of a license key that is locked; undefined as long as there never was a device. */
  async find(keyId: number): Promise<Count | undefined> {
    const count = await this.counts.findOneBy({ keyId });
    return count ? { taken: count.taken, lastDevice: count.lastDevice } : undefined;
  }

  /**
   * Sets what is counted of a license key that is locked. A lock holds on one node of a Galera cluster only; what others
   * have done is in the count, so it is read before the devices.
   * @throws {StaleRowsError} when it isn't what was read any more
   */
  async change({ keyId, before, after }: CountChange): Promise<void> {
    if (before === undefined) {
      await this.insert({ keyId, ...after });
      return;
    }
    const { affected } = await this.counts.update({ keyId, ...before }, after);
    if (affected !== 1) throw new StaleRowsError();
  }

  /**
   * Changes the counts of license keys that are locked, and changes them back: on a Galera cluster, a transaction on another node
   * that changes such a count then fails, though it didn't see what else this one has changed. A row that is updated to what it
   * was is no change there.
   */
  async touch(keyIds: readonly number[]): Promise<void> {
    if (keyIds.length === 0) return;
    const keys = { keyId: In([...keyIds]) };
    await this.counts.increment(keys, 'lastDevice', 1);
    await this.counts.decrement(keys, 'lastDevice', 1);
  }

  /** Some seats of a license key were given back; the key is locked. */
  async giveBack(keyId: number, seats: number): Promise<void> {
    await this.counts.decrement({ keyId }, 'taken', seats);
  }

  /**
   * A license key, which is locked, has no devices any more. Its count is another than before, and there from now on: a claim that
   * has read how the seats stood, or that there was no count yet, finds that out and judges again.
   * @param before what was counted before they were deleted
   */
  clear(keyId: number, before: Count | undefined): Promise<void> {
    return this.change({ keyId, before, after: { taken: 0, lastDevice: (before?.lastDevice ?? 0) + 1 } });
  }

  private async insert(count: CountOfKey): Promise<void> {
    try {
      await this.counts.insert(count);
    } catch (error) {
      // Another node of a cluster has counted a first device.
      throw databaseFault(error) === 'duplicate' ? new StaleRowsError() : error;
    }
  }
}

/** The counts in the rows that a look-up found, by the record ids of their license keys. */
export function countsByKey(rows: Rows): ReadonlyMap<number, Count> {
  return new Map((rows as readonly CountRow[]).map(([keyId, taken, lastDevice]) => [keyId, { taken, lastDevice }]));
}

function insertion(changes: readonly CountChange[]): Write {
  return {
    sql: `INSERT INTO seat_counts (key_id, taken, lastDevice) VALUES ${changes.map(() => '(?, ?, ?)').join(', ')}`,
    parameters: changes.flatMap(({ keyId, after }) => [keyId, after.taken, after.lastDevice]),
  };
}

function update(changes: readonly (CountChange & { readonly before: Count })[]): Write {
  const ids = changes.map(({ keyId }) => keyId);
  const byKey = `CASE key_id ${ids.map(() => 'WHEN ? THEN ?').join(' ')} END`;
  const values = (of: (change: (typeof changes)[number]) => number) =>
    changes.flatMap((each) => [each.keyId, of(each)]);
  return {
    sql: `UPDATE seat_counts SET taken = ${byKey}, lastDevice = ${byKey} WHERE key_id IN (${marks(ids)}) AND taken = ${byKey} AND lastDevice = ${byKey}`,
    parameters: [
      ...values(({ after }) => after.taken),
      ...values(({ after }) => after.lastDevice),
      ...ids,
      ...values(({ before }) => before.taken),
      ...values(({ before }) => before.lastDevice),
    ],
    affects: ids.length,
  };
}
