import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';

/** What is counted of a license key's devices, so that a check counts none; there from the first device on, or since its seats were taken away. */
@Entity('seat_counts')
export class SeatCount {
  @PrimaryColumn({ name: 'key_id', type: 'integer' })
  keyId: number;

  @OneToOne('LicenseKey', { onDelete: 'CASCADE', onUpdate: 'RESTRICT', nullable: false })
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'fk_seat_counts_key' })
  key: object;

  /** How many devices have a seat, those among them whose lease has run out since. */
  @Column({ type: 'integer' })
  taken: number;

  /** The highest id that a device of the key was given, or may have been. */
  @Column({ type: 'integer' })
  lastDevice: number;
}
