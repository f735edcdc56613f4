import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** The cursor of counting checks; one row, created with the table. */
@Entity('check_count_progress')
export class CheckCountProgress {
  @PrimaryColumn({ type: 'integer' })
  id: number;

  /** Id of the last counted log; all smaller ids are counted too. */
  @Column(bigInteger)
  lastLog: number;

  /** Every check before this time is counted, in milliseconds since the Unix epoch. */
  @Column(bigInteger)
  upTo: number;

  /** Number of the last rebuild. */
  @Column({ type: 'integer' })
  draft: number;
}
