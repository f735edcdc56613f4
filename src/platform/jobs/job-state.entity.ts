import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../database/columns';

@Entity('jobs')
export class JobState {
  @PrimaryColumn({ length: 64 })
  name: string;

  @Column({ type: 'integer' })
  everyMs: number;

  /** The instance that runs it; empty if none. */
  @Column({ length: 36 })
  owner: string;

  /** Heartbeat of the owner. */
  @Column(bigInteger)
  beat: number;

  /** In milliseconds since the Unix epoch, to about a minute; null before the first success. */
  @Column({ ...bigInteger, nullable: true })
  succeededAt: number | null;

  /** In milliseconds since the Unix epoch; null if the last run succeeded. */
  @Column({ ...bigInteger, nullable: true })
  failingSince: number | null;
}
