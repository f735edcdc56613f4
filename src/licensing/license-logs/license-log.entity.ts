import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** Names that don't fit are omitted. */
export const ASKED_LENGTH = 1024;

/** An answered check of an existing key. Logs are append-only and deleted with their key. */
@Entity('license_logs')
@Index('ix_license_logs_key_id', ['keyId', 'id'])
export class LicenseLog {
  @Column({ ...bigInteger, primary: true, generated: 'increment' })
  id: number;

  @Column({ name: 'key_id', type: 'integer' })
  keyId: number;

  /** A string, because license keys depend on logs and not the reverse. */
  @ManyToOne('LicenseKey', { onDelete: 'CASCADE', onUpdate: 'RESTRICT', nullable: false })
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'fk_license_logs_key' })
  key: object;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  timeAt: number;

  /** Canonical. */
  @Column({ length: 64 })
  ip: string;

  /** At most 1024 characters. */
  @Column({ length: 1024 })
  details: string;

  @Column({ length: 32 })
  status: string;

  /** The product in the check; null if there was none. */
  @Column({ type: 'integer', nullable: true })
  askedProduct: number | null;

  /** Id of its device, unique per license key; null if the device isn't listed. */
  @Column({ type: 'integer', nullable: true })
  device: number | null;

  /** The entitlements that a refused check required: comma-separated, missing ones first; null otherwise. */
  @Column({ type: 'varchar', length: ASKED_LENGTH, nullable: true })
  askedEntitlements: string | null;

  /** The version in the check; null if there was none. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  askedVersion: string | null;
}
