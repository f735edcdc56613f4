import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** A former value of a replaced license key. Deleted with its record; not reused before that. */
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

  /** It is accepted until then; equals `replacedAt` without a grace. */
  @Column(bigInteger)
  validUntil: number;
}
