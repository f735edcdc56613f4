import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** How far the counting of checks has come; one row, made with the table. */
@Entity('check_count_progress')
export class CheckCountProgress {
  @PrimaryColumn({ type: 'integer' })
  id: number;

  /** The id of the last log that is counted; all with smaller ids are, too. */
  @Column(bigInteger)
  lastLog: number;

  /** Every check before this time is counted, in milliseconds since the Unix epoch. */
  @Column(bigInteger)
  upTo: number;

  /** The number of the last rebuild. */
  @Column({ type: 'integer' })
  draft: number;
}
