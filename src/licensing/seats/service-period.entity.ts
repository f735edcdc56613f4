import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** A time in which some instance of the service could always write to the database. Between two of them was an outage. */
@Entity('service_periods')
export class ServicePeriod {
  @PrimaryGeneratedColumn()
  id: number;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  startedAt: number;

  /** Milliseconds since the Unix epoch; goes on while the period lasts. */
  @Column(bigInteger)
  endedAt: number;
}
