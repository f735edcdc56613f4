import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { BulkChange } from './bulk-change.entity';

/** The results of one portion of a bulk change. */
@Entity('bulk_change_portions')
export class BulkChangePortion {
  @PrimaryColumn({ name: 'change_id', type: 'integer' })
  changeId: number;

  @ManyToOne(() => BulkChange, { onDelete: 'CASCADE', onUpdate: 'RESTRICT', nullable: false })
  @JoinColumn({ name: 'change_id', foreignKeyConstraintName: 'fk_bulk_change_portions_change' })
  bulkChange: object;

  /** The portion's last record id; portions are ordered by it. */
  @PrimaryColumn({ type: 'integer' })
  upTo: number;

  /** Encoded by `writeResults`. */
  @Column({ type: 'blob' })
  results: Buffer;
}
