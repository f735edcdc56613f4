import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** A single row. */
@Entity('retention_clock')
export class RetentionClockState {
  @PrimaryColumn({ type: 'integer' })
  id: number;

  /** Total uptime over all restarts, in milliseconds of monotonic time. */
  @Column(bigInteger)
  lived: number;

  /** The clock at that moment, in milliseconds since the Unix epoch. */
  @Column(bigInteger)
  time: number;

  /** The clock is trusted once `lived` reaches this. */
  @Column(bigInteger)
  believedFrom: number;
}
