import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** A customer who is signed in, by an email address or by a link of the shop. Times are milliseconds since the Unix epoch. */
@Entity('portal_sessions')
export class PortalSession {
  @PrimaryGeneratedColumn()
  id: number;

  /** SHA-256 of the browser's token, hexadecimal. */
  @Index('ux_portal_sessions_hash', { unique: true })
  @Column({ length: 64 })
  hash: string;

  /** Reaches all customers with this address, which is in lower case; null for a link of the shop. */
  @Index('ix_portal_sessions_email')
  @Column({ type: 'varchar', length: 254, nullable: true })
  email: string | null;

  /** Record id of the only customer that a link of the shop reaches. */
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
