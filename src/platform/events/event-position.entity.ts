import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../database/columns';

/** The last position that was given; one row, created with the table. */
@Entity('event_positions')
export class EventPosition {
  @PrimaryColumn({ type: 'integer' })
  id: number;

  @Column(bigInteger)
  position: number;
}
