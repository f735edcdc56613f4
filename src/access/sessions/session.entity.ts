import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';
import type { Role } from '../../platform/settings/open-id';

/** Somebody who is signed in to the console: by an API key, or as a person whom an identity provider knows. */
@Entity('sessions')
export class Session {
  @PrimaryGeneratedColumn()
  id: number;

  /** SHA-256 of the token that the browser has, hexadecimal; the token itself is stored nowhere. */
  @Index('ux_sessions_hash', { unique: true })
  @Column({ length: 64 })
  hash: string;

  /** The API key that opened it; null for a person. */
  @Index('ix_sessions_apiKeyId')
  @Column({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  /** The identity provider, and whom it knows the person as; null without one. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  issuer: string | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  subject: string | null;

  /** Which person, for comparisons (`hashPerson`); null for an API key, as the next. */
  @Index('ix_sessions_personHash')
  @Column({ type: 'varchar', length: 64, nullable: true })
  personHash: string | null;

  /** Hash of the settings that gave the person the role (`hashRoleSettings`). */
  @Column({ type: 'varchar', length: 64, nullable: true })
  roleSettings: string | null;

  /** What the person is called; of an API key, what it was called then. */
  @Column({ length: 191 })
  name: string;

  /** What the person may do; null for an API key, whose scopes hold as they are. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  role: Role | null;

  /** Canonical address that it was opened from. */
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

  /** When it was ended, or was seen to have ended; null until then. */
  @Column({ ...bigInteger, nullable: true })
  endedAt: number | null;
}
