import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** An accepted use of a license key. Changed only by a withdrawal, and kept as long as its `useId` counts once. */
@Entity('uses')
@Index('ux_uses_use_id', ['keyId', 'useId'], { unique: true })
@Index('ix_uses_key_id', ['keyId', 'id'])
export class Use {
  @Column({ ...bigInteger, primary: true, generated: 'increment' })
  id: number;

  @Column({ name: 'key_id', type: 'integer' })
  keyId: number;

  /** A string, because license keys depend on uses and not the reverse. */
  @ManyToOne('LicenseKey', { onDelete: 'CASCADE', onUpdate: 'RESTRICT', nullable: false })
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'fk_uses_key' })
  key: object;

  /** The client's own: no other use of the license key has it. */
  @Column({ length: 64 })
  useId: string;

  @Column({ length: 64 })
  meter: string;

  @Column({ type: 'integer' })
  amount: number;

  /** When it happened, in milliseconds since the Unix epoch. */
  @Column(bigInteger)
  usedAt: number;

  /** When it was recorded, in milliseconds since the Unix epoch. */
  @Column(bigInteger)
  recordedAt: number;

  /** The period's count at that time, as answered; so are the next two. */
  @Column(bigInteger)
  used: number;

  @Column(bigInteger)
  remaining: number;

  @Column({ ...bigInteger, nullable: true })
  resetsAt: number | null;

  /** When an operator withdrew it, in milliseconds since the Unix epoch; null if it counts. */
  @Column({ ...bigInteger, nullable: true })
  withdrawnAt: number | null;

  /** The meter's own period that it counted in, as in `MeterCount`; null if an older version recorded it. */
  @Column({ type: 'varchar', length: 10, nullable: true })
  period: string | null;
}
