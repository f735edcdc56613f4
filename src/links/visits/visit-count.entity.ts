import { Column, Entity } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** Visits of all links in an hour. */
@Entity('visit_counts')
export class VisitCount {
  /** UTC, in milliseconds since the Unix epoch. */
  @Column({ ...bigInteger, primary: true })
  startsAt: number;

  @Column(bigInteger)
  visits: number;
}
