import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** A meter's count in a period: each use counts in its day, in all, and in the meter's own period. */
@Entity('meter_counts')
export class MeterCount {
  @PrimaryColumn({ name: 'key_id', type: 'integer' })
  keyId: number;

  @ManyToOne('LicenseKey', { onDelete: 'CASCADE', onUpdate: 'RESTRICT', nullable: false })
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'fk_meter_counts_key' })
  key: object;

  @PrimaryColumn({ length: 64 })
  meter: string;

  /** `2026-11-25`, `2026-11`, `#3` (months from the first use) or `all`. */
  @PrimaryColumn({ length: 10 })
  period: string;

  /** Milliseconds since the Unix epoch; for `all`, the first use. */
  @Column(bigInteger)
  startsAt: number;

  @Column(bigInteger)
  used: number;

  /** Value of `used` before the last change: a writer that read another one fails. */
  @Column(bigInteger)
  previous: number;
}
