import { Column, Entity } from 'typeorm';
import { bigInteger } from '../platform/database/columns';

/** How many visits all links had in an hour. */
@Entity('visit_counts')
export class VisitCount {
  /** When the hour begins by UTC, in milliseconds since the Unix epoch. */
  @Column({ ...bigInteger, primary: true })
  startsAt: number;

  @Column(bigInteger)
  visits: number;
}
