import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../database/columns';

/** Remembers what a creation with an `Idempotency-Key` header made, so that a repeated request makes nothing. */
@Entity('idempotency_keys')
@Index('ux_idempotency_keys_value', ['apiKeyId', 'value'], { unique: true })
export class IdempotencyKey {
  @PrimaryGeneratedColumn()
  id: number;

  /** Two callers may use the same header value for different things. */
  @Column({ type: 'integer' })
  apiKeyId: number;

  @Column({ length: 255 })
  value: string;

  /** SHA-256 of the request's meaning, hexadecimal. */
  @Column({ length: 64 })
  bodyHash: string;

  /** Id of what was created, of several things of the first; what kind of thing it is, the hash tells. */
  @Column({ type: 'integer' })
  resultId: number;

  /** Ids of the others that were created with it, in order, four bytes each; null when there are none. */
  @Column({ type: 'blob', nullable: true })
  furtherIds: Buffer | null;

  /** Milliseconds since the Unix epoch; kept for 24 hours. */
  @Index('ix_idempotency_keys_createdAt')
  @Column(bigInteger)
  createdAt: number;
}
