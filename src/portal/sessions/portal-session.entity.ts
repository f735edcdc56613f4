import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** A customer's session, by an email address or by a shop's link. Times are milliseconds since the Unix epoch. */
@Entity('portal_sessions')
export class PortalSession {
  @PrimaryGeneratedColumn()
  id: number;

  /** SHA-256 of the browser's token, hexadecimal. */
  @Index('ux_portal_sessions_hash', { unique: true })
  @Column({ length: 64 })
  hash: string;

  /** Covers all customers with this address, in lower case; null for a shop's link. */
  @Index('ix_portal_sessions_email')
  @Column({ type: 'varchar', length: 254, nullable: true })
  email: string | null;

  /** Record id of the one customer of a shop's link; otherwise null. */
  @Column({ type: 'integer', nullable: true })
  customerId: number | null;

  @Column(bigInteger)
  createdAt: number;

  /** To the minute. */
  @Column(bigInteger)
  lastUsedAt: number;

  @Index('ix_portal_sessions_expiresAt')
  @Column(bigInteger)
  expiresAt: number;

  /** When it was ended; null until then. */
  @Column({ ...bigInteger, nullable: true })
  endedAt: number | null;
}
