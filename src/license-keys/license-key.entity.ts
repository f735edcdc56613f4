import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../database/columns';

/** A license key as stored; the names of its columns are those of the interface. */
@Entity('license_keys')
export class LicenseKey {
  @PrimaryGeneratedColumn()
  id: number;

  /** The user that the key belongs to: `uid` on creation. */
  @Index('ix_license_keys_uuid')
  @Column({ length: 191 })
  uuid: string;

  /** The product that the key is for: `pid` on creation. */
  @Index('ix_license_keys_product')
  @Column({ type: 'integer' })
  product: number;

  @Index('ux_license_keys_key', { unique: true })
  @Column({ length: 191 })
  key: string;

  /** Canonical address or CIDR range that may use the key; empty when any may. */
  @Column({ length: 64 })
  ip: string;

  @Index('ix_license_keys_status')
  @Column({ type: 'boolean' })
  status: boolean;

  @Index('ix_license_keys_disabled')
  @Column({ type: 'boolean' })
  disabled: boolean;

  /** Node lock: the first authorised check pins the key to its caller's address (decisions, section 4). */
  @Index('ix_license_keys_locked')
  @Column({ type: 'boolean' })
  locked: boolean;

  /** Milliseconds since the Unix epoch, 0 until the key is first checked. */
  @Column(bigInteger)
  lastSeen: number;

  /** Milliseconds since the Unix epoch, from when on no check passes any more; null when the key has no expiry. */
  @Column({ ...bigInteger, nullable: true })
  expiresAt: number | null;
}
