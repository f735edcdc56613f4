import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** Checks with one verdict for one product's license keys in an hour or a day. */
@Entity('check_counts')
export class CheckCount {
  /** 0 if published, else the number of the rebuild, which alone reads it. */
  @PrimaryColumn({ type: 'integer' })
  draft: number;

  /** An hour or a day, in milliseconds. */
  @PrimaryColumn({ type: 'integer' })
  span: number;

  /** Start of the hour or day in UTC, in milliseconds since the Unix epoch. */
  @Column({ ...bigInteger, primary: true })
  startsAt: number;

  @PrimaryColumn({ type: 'integer' })
  product: number;

  @PrimaryColumn({ length: 32 })
  status: string;

  @Column(bigInteger)
  checks: number;
}
