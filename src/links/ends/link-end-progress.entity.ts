import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** How far the notices of links' ends have come; one row. */
@Entity('link_end_progress')
export class LinkEndProgress {
  @PrimaryColumn({ type: 'integer' })
  id: number;

  /** Until when all ends have been told, in milliseconds since the Unix epoch. */
  @Column(bigInteger)
  upTo: number;
}
