import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** A value that a license key had before it was replaced. Deleted with its record, so never used again before that. */
@Entity('former_keys')
export class FormerKey {
  @PrimaryGeneratedColumn()
  id: number;

  @Index('ux_former_keys_key', { unique: true })
  @Column({ length: 191 })
  key: string;

  @Index('ix_former_keys_key_id')
  @Column({ name: 'key_id', type: 'integer' })
  keyId: number;

  @ManyToOne('LicenseKey', { onDelete: 'CASCADE', onUpdate: 'RESTRICT', nullable: false })
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'fk_former_keys_key' })
  record: object;

  /** Milliseconds since the Unix epoch, as is `validUntil`. */
  @Column(bigInteger)
  replacedAt: number;

  /** Until then it passes as the new value does; `replacedAt` without a grace. */
  @Column(bigInteger)
  validUntil: number;
}
