import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';

/** Spares checks counting devices. Missing before the first device. */
@Entity('seat_counts')
export class SeatCount {
  @PrimaryColumn({ name: 'key_id', type: 'integer' })
  keyId: number;

  @OneToOne('LicenseKey', { onDelete: 'CASCADE', onUpdate: 'RESTRICT', nullable: false })
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'fk_seat_counts_key' })
  key: object;

  /** Devices with a seat, including expired ones. */
  @Column({ type: 'integer' })
  taken: number;

  /** At least the highest device id given out. */
  @Column({ type: 'integer' })
  lastDevice: number;

  /** Last hour in which a refusal was announced as an event, in hours since the Unix epoch. */
  @Column({ type: 'integer', default: 0 })
  refusedHour: number;
}
