import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, LessThan, Not, Repository } from 'typeorm';
import { lockingEnd } from '../../platform/database/locking-read';
import { BulkChange, type BulkChangeState } from './bulk-change.entity';

/** Which instance runs a bulk change, and its progress. */
export type Lease = Readonly<Pick<BulkChange, 'id' | 'runner' | 'position'>>;

interface Advance extends Pick<BulkChange, 'processed' | 'changed' | 'failed'> {
  readonly position: number;
  readonly isLast: boolean;
}

const LOCKED = [
  'id',
  'state',
  'change',
  'filter',
  'position',
  'runner',
  'processed',
  'changed',
  'failed',
  'apiKeyId',
  'creator',
  'address',
  'requestId',
  'reason',
] as const;

/** What a portion needs of its bulk change. */
export type LockedChange = Pick<BulkChange, (typeof LOCKED)[number]>;

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

  /** Locked until the transaction ends. Avoids TypeORM's entities, like `advance`: both run for each portion. */
  async lock(id: number): Promise<LockedChange | undefined> {
    const { manager } = this.changes;
    const columns = LOCKED.map((name) => `\`${name}\``).join(', ');
    const rows = (await manager.query(`SELECT ${columns} FROM bulk_changes WHERE id = ?${lockingEnd(manager)}`, [
      id,
    ])) as LockedChange[];
    return rows[0];
  }

  /** Records a portion; the transaction has locked the change. */
  async advance(change: LockedChange, { position, isLast, processed, changed, failed }: Advance): Promise<void> {
    const sums = [change.processed + processed, change.changed + changed, change.failed + failed];
    const end = isLast ? ", state = 'done', endedAt = ?" : '';
    await this.changes.manager.query(
      `UPDATE bulk_changes SET position = ?, processed = ?, changed = ?, failed = ?${end} WHERE id = ?`,
      [position, ...sums, ...(isLast ? [Date.now()] : []), change.id],
    );
  }

  /** Ends a running change early. @returns whether it was running */
  async end(id: number, state: BulkChangeState, msg: string): Promise<boolean> {
    const { affected } = await this.changes.update({ id, state: 'running' }, { state, msg, endedAt: Date.now() });
    return affected === 1;
  }

  /** Rewrites an ended one, to erase a person. */
  async rewrite(id: number, now: Pick<BulkChange, 'change' | 'filter' | 'reason'>): Promise<void> {
    await this.changes.update({ id, state: Not<BulkChangeState>('running') }, now);
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
