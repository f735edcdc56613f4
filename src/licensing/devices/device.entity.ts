import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

export const DEVICE_LENGTH = 191;

/** Deleted with its license key. */
@Entity('devices')
@Index('ix_devices_seen', ['keyId', 'hasSeat', 'lastSeen'])
export class Device {
  @PrimaryColumn({ name: 'key_id', type: 'integer' })
  keyId: number;

  /** Counts from 1 for each license key; never reused. */
  @PrimaryColumn({ type: 'integer' })
  id: number;

  // A string, since this folder doesn't know the entity.
  @ManyToOne('LicenseKey', { onDelete: 'CASCADE', onUpdate: 'RESTRICT', nullable: false })
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'fk_devices_key' })
  key: object;

  /** Made by `DeviceHashes`; the client's text is never stored. */
  @Index('ux_devices_hash', { unique: true })
  @Column({ length: 43 })
  hash: string;

  /** Display name; empty if the client never sent one. */
  @Column({ length: DEVICE_LENGTH })
  name: string;

  /** Canonical address at the last check that passed; of the last refusal, while none did. */
  @Column({ length: 64 })
  address: string;

  /** Still true after the lease expires, until the seat is freed. */
  @Column({ type: 'boolean' })
  hasSeat: boolean;

  /** First check that passed, in milliseconds since the Unix epoch; 0 if it was only refused. */
  @Column(bigInteger)
  firstSeen: number;

  /**
   * Last check that passed, in milliseconds since the Unix epoch; the lease starts here. 0 means no lease. While
   * `firstSeen` is 0, the last refusal.
   */
  @Column(bigInteger)
  lastSeen: number;

  /** Until when an offline license holds its seat, in milliseconds since the Unix epoch; 0 if none does. */
  @Column(bigInteger)
  heldUntil: number;

  /** Last refusal for lack of a seat, in milliseconds since the Unix epoch. */
  @Column({ ...bigInteger, nullable: true })
  refusedAt: number | null;
}
