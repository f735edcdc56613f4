import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../database/columns';

/** Who does a job for all instances, and how its last run ended. */
@Entity('jobs')
export class JobState {
  @PrimaryColumn({ length: 64 })
  name: string;

  /** The pause between two runs, in milliseconds. */
  @Column({ type: 'integer' })
  everyMs: number;

  /** The instance that does it; empty when none does. */
  @Column({ length: 36 })
  owner: string;

  /** Counts up while the owner lives. */
  @Column(bigInteger)
  beat: number;

  /** When a run last succeeded, in milliseconds since the Unix epoch, to about a minute; null before the first. */
  @Column({ ...bigInteger, nullable: true })
  succeededAt: number | null;

  /** Since when runs fail, in milliseconds since the Unix epoch; null when the last one succeeded. */
  @Column({ ...bigInteger, nullable: true })
  failingSince: number | null;
}
