import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** An issued offline license, without its token. Deleted with its license key. */
@Entity('issued_licenses')
@Index('ix_issued_licenses_key_id', ['keyId', 'id'])
export class IssuedLicense {
  @PrimaryGeneratedColumn()
  id: number;

  @Index('ux_issued_licenses_jti', { unique: true })
  @Column({ length: 16 })
  jti: string;

  @Column({ name: 'key_id', type: 'integer' })
  keyId: number;

  @ManyToOne('LicenseKey', { onDelete: 'CASCADE', onUpdate: 'RESTRICT', nullable: false })
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'fk_issued_licenses_key' })
  key: object;

  /** Hash by `DeviceHashes`, not the text in the license; null if any device may use the license. */
  @Column({ type: 'varchar', length: 43, nullable: true })
  device: string | null;

  /** When it expires, in seconds since the Unix epoch. */
  @Column(bigInteger)
  exp: number;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  createdAt: number;

  /** Null for the command line. */
  @Column({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  @Column({ length: 191 })
  apiKeyName: string;
}
