import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** How far the notices of one number of days have come. */
@Entity('expiry_progress')
export class ExpiryProgress {
  /** Days before the end; 0 for the end itself. */
  @PrimaryColumn({ type: 'integer' })
  days: number;

  /** Until when all that was due has been told, in milliseconds since the Unix epoch. */
  @Column(bigInteger)
  upTo: number;
}
