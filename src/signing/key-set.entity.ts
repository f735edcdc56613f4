import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../platform/database/columns';

/** A published key set. It never changes; a change adds a version. */
@Entity('key_sets')
export class KeySet {
  /** From 1, without gaps. */
  @PrimaryColumn({ type: 'integer' })
  version: number;

  /** JWS in general JSON serialization, signed by the root key. */
  @Column({ type: 'text' })
  jws: string;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  createdAt: number;
}
