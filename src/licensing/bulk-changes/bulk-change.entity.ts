import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

export const STATES = ['running', 'done', 'cancelled', 'failed'] as const;
export type BulkChangeState = (typeof STATES)[number];

/** A change of many license keys: what to do, its progress, and which instance runs it. */
@Entity('bulk_changes')
@Index('ix_bulk_changes_state', ['state', 'endedAt'])
export class BulkChange {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'varchar', length: 16 })
  state: BulkChangeState;

  /** A `KeyChangeDto` as JSON. */
  @Column({ type: 'text' })
  change: string;

  /** A `KeyFilterDto` as JSON; null if the keys are named. */
  @Column({ type: 'text', nullable: true })
  filter: string | null;

  /** Record ids of the named keys, ascending, four bytes each; null with a filter. */
  @Column({ type: 'blob', nullable: true, select: false })
  ids: Buffer | null;

  /** How many keys are named; null with a filter. */
  @Column({ type: 'integer', nullable: true })
  idCount: number | null;

  /** The greatest record id to change; license keys created later have greater ones. */
  @Column({ type: 'integer' })
  lastId: number;

  /** Record id up to which all is done; each portion's transaction moves it. */
  @Column({ type: 'integer' })
  position: number;

  /** Name of the instance that runs it; empty if none does. */
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

  /** Who requested it; see `Actor`. */
  @Column({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  @Column({ length: 191 })
  creator: string;

  @Column({ length: 64 })
  address: string;

  @Column({ length: 128 })
  requestId: string;

  /** Why it ended early, for people; null otherwise. */
  @Column({ type: 'text', nullable: true })
  msg: string | null;

  /** Reason for the audit; null if none was given. */
  @Column({ type: 'varchar', length: 200, nullable: true })
  reason: string | null;
}
