import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** Progress of announcing ends of links; one row. */
@Entity('link_end_progress')
export class LinkEndProgress {
  @PrimaryColumn({ type: 'integer' })
  id: number;

  /** All ends before this time have been announced; in milliseconds since the Unix epoch. */
  @Column(bigInteger)
  upTo: number;
}
