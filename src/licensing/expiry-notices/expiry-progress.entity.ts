import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** Progress of the announcements for one number of days. */
@Entity('expiry_progress')
export class ExpiryProgress {
  /** Days before the end; 0 for the end itself. */
  @PrimaryColumn({ type: 'integer' })
  days: number;

  /** Everything due before this time has been announced; in milliseconds since the Unix epoch. */
  @Column(bigInteger)
  upTo: number;
}
