import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

export type CreationKind = 'license key' | 'link' | 'bulk change' | 'replacement' | 'renewal' | 'release';

/** What a creation with an `Idempotency-Key` header made, so that repeating the request creates nothing. */
@Entity('idempotency_keys')
@Index('ux_idempotency_keys_value_kind', ['apiKeyId', 'value', 'kind'], { unique: true })
export class IdempotencyKey {
  @PrimaryGeneratedColumn()
  id: number;

  /** Two callers may use the same value for different things. Negative for a person without an API key. */
  @Column({ type: 'integer' })
  apiKeyId: number;

  @Column({ length: 255 })
  value: string;

  /** One value may stand for a license key and for a link. Empty in rows of versions without kinds. */
  @Column({ type: 'varchar', length: 16, default: '' })
  kind: CreationKind | '';

  /** SHA-256 of the request's meaning, hexadecimal. */
  @Column({ length: 64 })
  bodyHash: string;

  /** Id of the first thing created. */
  @Column({ type: 'integer' })
  resultId: number;

  /** Ids of the others created with it, in order, four bytes each; null if there are none. */
  @Column({ type: 'blob', nullable: true })
  furtherIds: Buffer | null;

  /** Milliseconds since the Unix epoch; kept for 24 hours. */
  @Index('ix_idempotency_keys_createdAt')
  @Column(bigInteger)
  createdAt: number;
}
