import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, LessThan, Not, Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { BulkChange, type BulkChangeState } from './bulk-change.entity';

/** Who is at a bulk change, and how far it has come. */
export type Place = Readonly<Pick<BulkChange, 'id' | 'runner' | 'position'>>;

/** What a portion adds to what was done. */
export interface Advance extends Pick<BulkChange, 'processed' | 'changed' | 'failed'> {
  readonly position: number;
  readonly isLast: boolean;
}

/** The one owner of the bulk changes' table. */
@Injectable()
export class BulkChangesRepository {
  constructor(@InjectRepository(BulkChange) private readonly changes: Repository<BulkChange>) {}

  /** The same within a transaction. */
  within(transaction: EntityManager): BulkChangesRepository {
    return new BulkChangesRepository(transaction.withRepository(this.changes));
  }

  async insert(change: Omit<BulkChange, 'id'>): Promise<BulkChange> {
    const { identifiers } = await this.changes.insert(change);
    return { ...change, id: identifiers[0].id as number };
  }

  /** Without the ids that are named. */
  findById(id: number): Promise<BulkChange | null> {
    return this.changes.findOneBy({ id });
  }

  findByIds(ids: readonly number[]): Promise<BulkChange[]> {
    return this.changes.findBy({ id: In([...ids]) });
  }

  /** Those with smaller ids, newest first. */
  findNewest(before: number, limit: number): Promise<BulkChange[]> {
    return this.changes.find({ where: { id: LessThan(before) }, order: { id: 'DESC' }, take: limit });
  }

  countRunning(): Promise<number> {
    return this.changes.countBy({ state: 'running' });
  }

  /** Where those that run are. */
  findPlaces(): Promise<Place[]> {
    return this.changes.find({ select: { id: true, runner: true, position: true }, where: { state: 'running' } });
  }

  /** Record ids of the license keys that it names; null when it names none. */
  async findNamed(id: number): Promise<Buffer | null> {
    return (await this.changes.findOne({ select: { id: true, ids: true }, where: { id } }))?.ids ?? null;
  }

  /** Makes an instance the one that is at it, unless it has come further since. @returns whether it is */
  async take({ id, runner, position }: Place, taker: string): Promise<boolean> {
    const where = { id, runner, position, state: 'running' } as const;
    const { affected } = await this.changes.update(where, { runner: taker });
    return affected === 1;
  }

  /** Leaves those that an instance is at to any other. */
  async release(runner: string): Promise<void> {
    await this.changes.update({ runner, state: 'running' }, { runner: '' });
  }

  /** As it is, and stays until the transaction ends. */
  lock(id: number): Promise<BulkChange | null> {
    return this.changes.findOne({ where: { id }, ...lockingRead(this.changes.manager) });
  }

  /** Notes what was done with a portion; it is locked by the transaction. */
  async advance(change: BulkChange, { position, isLast, processed, changed, failed }: Advance): Promise<void> {
    const end = isLast ? ({ state: 'done', endedAt: Date.now() } as const) : {};
    await this.changes.update(
      { id: change.id },
      {
        position,
        processed: change.processed + processed,
        changed: change.changed + changed,
        failed: change.failed + failed,
        ...end,
      },
    );
  }

  /** Ends one that runs before its end; one that has ended stays as it is. */
  async end(id: number, state: BulkChangeState, msg: string): Promise<void> {
    await this.changes.update({ id, state: 'running' }, { state, msg, endedAt: Date.now() });
  }

  /** Some of those that ended before a time. */
  async findEndedBefore(endedAt: number, limit: number): Promise<number[]> {
    const where = { state: Not<BulkChangeState>('running'), endedAt: LessThan(endedAt) };
    const found = await this.changes.find({ select: { id: true }, where, take: limit });
    return found.map(({ id }) => id);
  }

  async delete(id: number): Promise<void> {
    await this.changes.delete({ id });
  }
}
