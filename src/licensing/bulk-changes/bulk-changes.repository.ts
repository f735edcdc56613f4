import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, LessThan, Not, Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { BulkChange, type BulkChangeState } from './bulk-change.entity';

/** Which instance runs a bulk change, and how far it is. */
export type Lease = Readonly<Pick<BulkChange, 'id' | 'runner' | 'position'>>;

export interface Advance extends Pick<BulkChange, 'processed' | 'changed' | 'failed'> {
  readonly position: number;
  readonly isLast: boolean;
}

/** Sole owner of the bulk changes' table. */
@Injectable()
export class BulkChangesRepository {
  constructor(@InjectRepository(BulkChange) private readonly changes: Repository<BulkChange>) {}

  within(transaction: EntityManager): BulkChangesRepository {
    return new BulkChangesRepository(transaction.withRepository(this.changes));
  }

  async insert(change: Omit<BulkChange, 'id'>): Promise<BulkChange> {
    const { identifiers } = await this.changes.insert(change);
    return { ...change, id: identifiers[0].id as number };
  }

  /** Without the named ids. */
  findById(id: number): Promise<BulkChange | null> {
    return this.changes.findOneBy({ id });
  }

  findByIds(ids: readonly number[]): Promise<BulkChange[]> {
    return this.changes.findBy({ id: In([...ids]) });
  }

  findNewest(before: number, limit: number): Promise<BulkChange[]> {
    return this.changes.find({ where: { id: LessThan(before) }, order: { id: 'DESC' }, take: limit });
  }

  countRunning(): Promise<number> {
    return this.changes.countBy({ state: 'running' });
  }

  findLeases(): Promise<Lease[]> {
    return this.changes.find({ select: { id: true, runner: true, position: true }, where: { state: 'running' } });
  }

  /** Encoded record ids of the named license keys; null if none are named. */
  async findNamed(id: number): Promise<Buffer | null> {
    return (await this.changes.findOne({ select: { id: true, ids: true }, where: { id } }))?.ids ?? null;
  }

  /** Makes an instance the runner, unless the change has moved since. @returns whether it did */
  async take({ id, runner, position }: Lease, taker: string): Promise<boolean> {
    const where = { id, runner, position, state: 'running' } as const;
    const { affected } = await this.changes.update(where, { runner: taker });
    return affected === 1;
  }

  /** Hands over an instance's bulk changes to any other. */
  async release(runner: string): Promise<void> {
    await this.changes.update({ runner, state: 'running' }, { runner: '' });
  }

  /** Locked until the transaction ends. */
  lock(id: number): Promise<BulkChange | null> {
    return this.changes.findOne({ where: { id }, ...lockingRead(this.changes.manager) });
  }

  /** Records a portion; the transaction has locked the change. */
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

  /** Ends a running change early. @returns whether it was running */
  async end(id: number, state: BulkChangeState, msg: string): Promise<boolean> {
    const { affected } = await this.changes.update({ id, state: 'running' }, { state, msg, endedAt: Date.now() });
    return affected === 1;
  }

  async findEndedBefore(endedAt: number, limit: number): Promise<number[]> {
    const where = { state: Not<BulkChangeState>('running'), endedAt: LessThan(endedAt) };
    const found = await this.changes.find({ select: { id: true }, where, take: limit });
    return found.map(({ id }) => id);
  }

  async delete(id: number): Promise<void> {
    await this.changes.delete({ id });
  }
}
