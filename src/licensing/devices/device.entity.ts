import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** Most characters of a device's text and of its name. */
export const DEVICE_LENGTH = 191;

/** One copy's place of work, as its client named it. Devices leave with their license key. */
@Entity('devices')
@Index('ix_devices_seen', ['keyId', 'hasSeat', 'lastSeen'])
export class Device {
  @PrimaryColumn({ name: 'key_id', type: 'integer' })
  keyId: number;

  /** Counts up for each license key by itself, from 1; none is given twice. */
  @PrimaryColumn({ type: 'integer' })
  id: number;

  /** By its name: license keys know their devices, not the other way round. */
  @ManyToOne('LicenseKey', { onDelete: 'CASCADE', onUpdate: 'RESTRICT', nullable: false })
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'fk_devices_key' })
  key: object;

  /** What `DeviceHashes` makes of the client's text, or of its address: the text itself is stored nowhere. */
  @Index('ux_devices_hash', { unique: true })
  @Column({ length: 43 })
  hash: string;

  /** For people, as the client last said it; empty when it never did. */
  @Column({ length: DEVICE_LENGTH })
  name: string;

  /** The client's address at its last check that passed, canonical. */
  @Column({ length: 64 })
  address: string;

  /** Whether it took a seat and nobody has taken that away since; its lease may have run out meanwhile. */
  @Column({ type: 'boolean' })
  hasSeat: boolean;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  firstSeen: number;

  /**
   * Its last check that passed, in milliseconds since the Unix epoch; its lease is counted from here. 0 when it has none: only
   * an offline license may hold its seat then.
   */
  @Column(bigInteger)
  lastSeen: number;

  /** Until when an offline license holds its seat, in milliseconds since the Unix epoch; 0 when none ever did. */
  @Column(bigInteger)
  heldUntil: number;
}
