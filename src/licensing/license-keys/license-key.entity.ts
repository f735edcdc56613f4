import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';
import { UID_LENGTH } from './license-key-limits';

/** A license key as stored; the names of its columns are those of the interface. */
@Entity('license_keys')
export class LicenseKey {
  @PrimaryGeneratedColumn()
  id: number;

  /** The user that the key belongs to: `uid` on creation. */
  @Index('ix_license_keys_uuid')
  @Column({ length: UID_LENGTH })
  uuid: string;

  /** The product that the key is for: `pid` on creation. */
  @Index('ix_license_keys_product')
  @Column({ type: 'integer' })
  product: number;

  @Index('ux_license_keys_key', { unique: true })
  @Column({ length: 191 })
  key: string;

  /** Canonical address or CIDR range that may use the key; empty when any may. */
  @Index('ix_license_keys_ip')
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

  /**
   * Whole hours since the Unix epoch of `lastSeen`, null until the key is first checked: what searches by `lastSeen` go
   * by, since an index on that would change with every check (decision 018). Read by nothing else.
   */
  @Index('ix_license_keys_lastSeenHour')
  @Column({ type: 'integer', nullable: true, select: false })
  lastSeenHour?: number | null;

  /** Milliseconds since the Unix epoch, from when on no check passes any more; null when the key has no expiry. */
  @Index('ix_license_keys_expiresAt')
  @Column({ ...bigInteger, nullable: true })
  expiresAt: number | null;

  /** Most devices that may use the key at a time; null when its devices aren't tracked. */
  @Index('ix_license_keys_seats')
  @Column({ type: 'integer', nullable: true })
  seats: number | null;

  /** Seconds for which a device keeps its seat without being seen; null when it keeps the seat until it is released. */
  @Column({ type: 'integer', nullable: true })
  leaseSeconds: number | null;
}
