import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** What is known of the clock by which old records are deleted. There is one row. */
@Entity('retention_clock')
export class RetentionClockState {
  @PrimaryColumn({ type: 'integer' })
  id: number;

  /** How long the service has run, over all restarts, in milliseconds of a count that nobody sets. */
  @Column(bigInteger)
  lived: number;

  /** What the clock said then, in milliseconds since the Unix epoch. */
  @Column(bigInteger)
  time: number;

  /** The clock is believed once the service has run for so long. */
  @Column(bigInteger)
  believedFrom: number;
}
