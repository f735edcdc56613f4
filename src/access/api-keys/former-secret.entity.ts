import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/**
 * An earlier secret of an API key, kept after its grace so that a rotated `BOOTSTRAP_API_KEY` can't return at the next
 * start. Also holds the current secret of a key seen to be expired (decision 010).
 */
@Entity('former_secrets')
export class FormerSecret {
  @PrimaryGeneratedColumn()
  id: number;

  @Index('ix_former_secrets_apiKeyId')
  @Column({ type: 'integer' })
  apiKeyId: number;

  @Index('ux_former_secrets_hash', { unique: true })
  @Column({ length: 64 })
  hash: string;

  /** In milliseconds since the Unix epoch; 0 once the end was seen. */
  @Column(bigInteger)
  validUntil: number;
}
