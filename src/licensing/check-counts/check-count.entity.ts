import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** How many checks of the license keys of a product were answered with a verdict in an hour, or in a day. */
@Entity('check_counts')
export class CheckCount {
  /** 0 for what counts; else the number of the rebuild that makes it, and that nobody else reads. */
  @PrimaryColumn({ type: 'integer' })
  draft: number;

  /** Length of the time, an hour or a day, in milliseconds. */
  @PrimaryColumn({ type: 'integer' })
  span: number;

  /** When the hour or day begins by UTC, in milliseconds since the Unix epoch. */
  @Column({ ...bigInteger, primary: true })
  startsAt: number;

  @PrimaryColumn({ type: 'integer' })
  product: number;

  /** The verdict's label. */
  @PrimaryColumn({ length: 32 })
  status: string;

  @Column(bigInteger)
  checks: number;
}
