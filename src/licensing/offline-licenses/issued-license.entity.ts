import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** An offline license that was issued; the license itself is stored nowhere. Only ever added, and leaves with its key. */
@Entity('issued_licenses')
@Index('ix_issued_licenses_key_id', ['keyId', 'id'])
export class IssuedLicense {
  @PrimaryGeneratedColumn()
  id: number;

  /** The license's own name, random. */
  @Index('ux_issued_licenses_jti', { unique: true })
  @Column({ length: 16 })
  jti: string;

  @Column({ name: 'key_id', type: 'integer' })
  keyId: number;

  @ManyToOne('LicenseKey', { onDelete: 'CASCADE', onUpdate: 'RESTRICT', nullable: false })
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'fk_issued_licenses_key' })
  key: object;

  /** What `DeviceHashes` makes of the device's text; null when any device may use the license. */
  @Column({ type: 'varchar', length: 43, nullable: true })
  device: string | null;

  /** Until when it holds, in seconds since the Unix epoch, as in the license. */
  @Column(bigInteger)
  exp: number;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  createdAt: number;

  /** Who issued it; null for the command line. */
  @Column({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  /** As it was then. */
  @Column({ length: 191 })
  apiKeyName: string;
}
