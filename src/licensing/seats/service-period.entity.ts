import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** A time when some instance could always write. The gap between two periods is an outage. */
@Entity('service_periods')
export class ServicePeriod {
  @PrimaryGeneratedColumn()
  id: number;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  startedAt: number;

  /** Milliseconds since the Unix epoch; moves while the period lasts. */
  @Column(bigInteger)
  endedAt: number;
}
