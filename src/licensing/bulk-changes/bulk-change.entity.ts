import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

export const STATES = ['running', 'done', 'cancelled', 'failed'] as const;
export type BulkChangeState = (typeof STATES)[number];

/** A change of many license keys: what is to be done, how far it has come, and who is at it. */
@Entity('bulk_changes')
@Index('ix_bulk_changes_state', ['state', 'endedAt'])
export class BulkChange {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'varchar', length: 16 })
  state: BulkChangeState;

  /** JSON of what to change (`KeyChangeDto`). */
  @Column({ type: 'text' })
  change: string;

  /** JSON of which license keys (`KeyFilterDto`); null when they are named. */
  @Column({ type: 'text', nullable: true })
  filter: string | null;

  /** Record ids of those that are named, ascending, four bytes each; null when a filter chooses them. */
  @Column({ type: 'blob', nullable: true, select: false })
  ids: Buffer | null;

  /** How many are named; null when a filter chooses them. */
  @Column({ type: 'integer', nullable: true })
  idCount: number | null;

  /** The greatest record id that it may come to; license keys that are made later have greater ones. */
  @Column({ type: 'integer' })
  lastId: number;

  /** The record id up to which all is done. With each portion it moves, in the portion's transaction. */
  @Column({ type: 'integer' })
  position: number;

  /** Name of the instance that is at it; empty when none is. */
  @Column({ length: 36 })
  runner: string;

  @Column({ type: 'integer' })
  processed: number;

  @Column({ type: 'integer' })
  changed: number;

  @Column({ type: 'integer' })
  failed: number;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  createdAt: number;

  /** Milliseconds since the Unix epoch; null while it runs. */
  @Column({ ...bigInteger, nullable: true })
  endedAt: number | null;

  /** Who asked for it, as the audit of its changes says: see `Actor`. */
  @Column({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  @Column({ length: 191 })
  creator: string;

  @Column({ length: 64 })
  address: string;

  @Column({ length: 128 })
  requestId: string;

  /** Why it ended before its end, for people; null when it didn't. */
  @Column({ type: 'text', nullable: true })
  msg: string | null;
}
