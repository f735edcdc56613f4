import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';
import type { Role } from '../../platform/settings/open-id';

/** Somebody signed in to the console, by API key or through an identity provider. */
@Entity('sessions')
export class Session {
  @PrimaryGeneratedColumn()
  id: number;

  /** SHA-256 of the browser's token, hexadecimal. */
  @Index('ux_sessions_hash', { unique: true })
  @Column({ length: 64 })
  hash: string;

  /** The API key that opened it; null for a person. */
  @Index('ix_sessions_apiKeyId')
  @Column({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  /** Identity provider and the person's id there; null for an API key. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  issuer: string | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  subject: string | null;

  /** Identifies the person in comparisons (`hashPerson`); null for an API key, like the next. */
  @Index('ix_sessions_personHash')
  @Column({ type: 'varchar', length: 64, nullable: true })
  personHash: string | null;

  /** Hash of the settings that gave the person the role (`hashRoleSettings`). */
  @Column({ type: 'varchar', length: 64, nullable: true })
  roleSettings: string | null;

  /** Name of the person, or of the API key at the time. */
  @Column({ length: 191 })
  name: string;

  /** Null for an API key, whose own scopes apply. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  role: Role | null;

  @Column({ length: 64 })
  address: string;

  /** This and the times below: milliseconds since the Unix epoch. */
  @Column(bigInteger)
  createdAt: number;

  /** To the minute. */
  @Column(bigInteger)
  lastUsedAt: number;

  @Index('ix_sessions_expiresAt')
  @Column(bigInteger)
  expiresAt: number;

  /** When it was ended or seen to be over; null until then. */
  @Column({ ...bigInteger, nullable: true })
  endedAt: number | null;
}
