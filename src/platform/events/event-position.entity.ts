import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../database/columns';

/** The last assigned position, and the last visible one; one row, created with the table. */
@Entity('event_positions')
export class EventPosition {
  @PrimaryColumn({ type: 'integer' })
  id: number;

  /** The last assigned position. */
  @Column(bigInteger)
  position: number;

  /** Followers see events up to this position, whose numbering is known to be on disk. */
  @Column({ ...bigInteger, default: 0 })
  shown: number;

  /** Incremented only to have something to commit: a confirmed commit proves that everything it could see is on disk. */
  @Column({ ...bigInteger, default: 0 })
  confirmations: number;
}
