import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/**
 * A secret that an API key had before it was rotated. It stays known after its grace is over, so that a
 * `BOOTSTRAP_API_KEY` that was rotated away doesn't come back with the next start. An API key's present secret stands here
 * too once the key was seen to have expired (decision 040).
 */
@Entity('former_secrets')
export class FormerSecret {
  @PrimaryGeneratedColumn()
  id: number;

  @Index('ix_former_secrets_apiKeyId')
  @Column({ type: 'integer' })
  apiKeyId: number;

  /** SHA-256 of the secret, hexadecimal. */
  @Index('ux_former_secrets_hash', { unique: true })
  @Column({ length: 64 })
  hash: string;

  /** Until when the secret is still believed, in milliseconds since the Unix epoch; 0 once that was seen to be over. */
  @Column(bigInteger)
  validUntil: number;
}
