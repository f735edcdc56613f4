import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../database/columns';

/** Which positions were given, and which followers may see; one row, created with the table. */
@Entity('event_positions')
export class EventPosition {
  @PrimaryColumn({ type: 'integer' })
  id: number;

  /** The last position that was given. */
  @Column(bigInteger)
  position: number;

  /** Followers see events up to this position: that they have it is on disk. */
  @Column({ ...bigInteger, default: 0 })
  shown: number;

  /** Raised only to commit something: a confirmed commit has all on disk that its transaction could see. */
  @Column({ ...bigInteger, default: 0 })
  confirmations: number;
}
