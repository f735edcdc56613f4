import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../platform/database/columns';

/** A key set as it was published. What is published never changes: a change makes the next version. */
@Entity('key_sets')
export class KeySet {
  /** Counts from 1, without gaps. */
  @PrimaryColumn({ type: 'integer' })
  version: number;

  /** The set, signed by the root key: JWS in the general JSON serialisation. */
  @Column({ type: 'text' })
  jws: string;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  createdAt: number;
}
