import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** A link's visits in an hour or a day (UTC), by their facts. */
@Entity('visit_sums', { withoutRowid: true })
@Index('ix_visit_sums_startsAt', ['hours', 'startsAt'])
export class VisitSum {
  /** 0 for all links together. */
  @PrimaryColumn({ name: 'link_id', type: 'integer' })
  linkId: number;

  /** 1 or 24. */
  @PrimaryColumn({ type: 'integer' })
  hours: number;

  /** UTC, in milliseconds since the Unix epoch. */
  @Column({ ...bigInteger, primary: true })
  startsAt: number;

  /** By people. */
  @Column({ type: 'integer' })
  visits: number;

  @Column({ type: 'integer' })
  bots: number;

  /** Visitors whose first visit of the day is included. */
  @Column({ type: 'integer' })
  visitors: number;

  /** `VisitTally.encode`. */
  @Column({ type: 'text' })
  facts: string;

  /** `VisitorSet`, until the day is over. */
  @Column({ type: 'text', nullable: true })
  seen: string | null;
}
