import { Column, Entity } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** Visits granted together; deleted once they are counted. */
@Entity('visit_portions')
export class VisitPortion {
  @Column({ ...bigInteger, primary: true, generated: 'increment' })
  id: number;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  at: number;

  @Column({ type: 'integer' })
  visits: number;

  /** Facts of the visits (`packVisits`); null without any. */
  @Column({ type: 'text', nullable: true })
  facts: string | null;
}
