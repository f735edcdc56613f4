import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { databaseFault, StaleRowsError } from '../../platform/database/database-errors';
import type { Part } from '../../platform/database/one-moment';
import { marks, type Read, type Rows, type Write } from '../../platform/database/statement-runner';
import { SeatCount } from './seat-count.entity';

export type Count = Readonly<Pick<SeatCount, 'taken' | 'lastDevice'>>;

/** `before` is the count as read, undefined if there was none. */
export interface CountChange {
  readonly keyId: number;
  readonly before: Count | undefined;
  readonly after: Count;
}

type CountOfKey = Count & { readonly keyId: number };
type CountRow = readonly [keyId: number, taken: number, lastDevice: number];

@Injectable()
export class SeatCountsRepository {
  constructor(@InjectRepository(SeatCount) private readonly counts: Repository<SeatCount>) {}

  within(transaction: EntityManager): SeatCountsRepository {
    return new SeatCountsRepository(transaction.withRepository(this.counts));
  }

  lookUp(keyIds: readonly number[]): Part {
    const from = `FROM seat_counts WHERE key_id IN (${marks(keyIds)})`;
    return { texts: [], numbers: ['key_id', 'taken', 'lastDevice'], from, parameters: [...keyIds] };
  }

  /** Fails if a count has changed: of two instances that assign seats of one key, one judges again. */
  setting(changes: readonly CountChange[]): Write[] {
    const fresh = changes.filter(({ before }) => before === undefined);
    const known = changes.filter(({ before }) => before !== undefined) as (CountChange & { readonly before: Count })[];
    return [...(fresh.length > 0 ? [insertion(fresh)] : []), ...(known.length > 0 ? [update(known)] : [])];
  }

  /** Finds the license keys whose refusals have been announced in an hour. */
  toldRefusals(keyIds: readonly number[], hour: number): Read {
    const sql = `SELECT key_id FROM seat_counts WHERE key_id IN (${marks(keyIds)}) AND refusedHour >= ?`;
    return { sql, parameters: [...keyIds, hour] };
  }

  /** Fails if another instance has announced them meanwhile. */
  tellingRefusals(keyIds: readonly number[], hour: number): Write[] {
    if (keyIds.length === 0) return [];
    const sql = `UPDATE seat_counts SET refusedHour = ? WHERE key_id IN (${marks(keyIds)}) AND refusedHour < ?`;
    return [{ sql, parameters: [hour, ...keyIds, hour], affects: keyIds.length }];
  }

  async find(keyId: number): Promise<Count | undefined> {
    const count = await this.counts.findOneBy({ keyId });
    return count ? { taken: count.taken, lastDevice: count.lastDevice } : undefined;
  }

  /** Galera locks hold on one node: read the count before the devices. @throws {StaleRowsError} if it has changed */
  async change({ keyId, before, after }: CountChange): Promise<void> {
    if (before === undefined) {
      await this.insert({ keyId, ...after });
      return;
    }
    const { affected } = await this.counts.update({ keyId, ...before }, after);
    if (affected !== 1) throw new StaleRowsError();
  }

  /** Makes changes on other Galera nodes fail. Writing an equal value would not, hence up and down. */
  async touch(keyIds: readonly number[]): Promise<void> {
    if (keyIds.length === 0) return;
    const keys = { keyId: In([...keyIds]) };
    await this.counts.increment(keys, 'lastDevice', 1);
    await this.counts.decrement(keys, 'lastDevice', 1);
  }

  async giveBack(keyId: number, seats: number): Promise<void> {
    await this.counts.decrement({ keyId }, 'taken', seats);
  }

  /** The result always differs from `before`, so that batches that read that are judged again. */
  clear(keyId: number, before: Count | undefined): Promise<void> {
    return this.change({ keyId, before, after: { taken: 0, lastDevice: (before?.lastDevice ?? 0) + 1 } });
  }

  private async insert(count: CountOfKey): Promise<void> {
    try {
      await this.counts.insert(count);
    } catch (error) {
      // Another node of a cluster inserted it.
      throw databaseFault(error) === 'duplicate' ? new StaleRowsError() : error;
    }
  }
}

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
