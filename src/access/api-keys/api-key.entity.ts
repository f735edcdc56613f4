import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** An API key as stored, with only the SHA-256 of its secret. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ length: 191 })
  name: string;

  @Column({ length: 16 })
  prefix: string;

  @Index('ux_api_keys_hash', { unique: true })
  @Column({ length: 64 })
  hash: string;

  /** Separated by spaces. */
  @Column({ length: 1000 })
  scopes: string;

  /** This and the times below: milliseconds since the Unix epoch. */
  @Column(bigInteger)
  createdAt: number;

  @Column({ ...bigInteger, nullable: true })
  expiresAt: number | null;

  @Column({ ...bigInteger, nullable: true })
  lastUsedAt: number | null;

  @Column({ ...bigInteger, nullable: true })
  revokedAt: number | null;
}
