import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** A new email address that awaits confirmation from both mailboxes. Times are milliseconds since the Unix epoch. */
@Entity('portal_address_changes')
export class PortalAddressChange {
  @PrimaryGeneratedColumn()
  id: number;

  /** SHA-256 of the token in the email to the old address. */
  @Index('ux_portal_address_changes_fromHash', { unique: true })
  @Column({ length: 64 })
  fromHash: string;

  /** SHA-256 of the token in the email to the new address. */
  @Index('ux_portal_address_changes_toHash', { unique: true })
  @Column({ length: 64 })
  toHash: string;

  /** SHA-256 of `fromEmail` and the code sent to the old address; the next column has the code sent to the new one. */
  @Column({ length: 64 })
  fromCodeHash: string;

  @Column({ length: 64 })
  toCodeHash: string;

  /** In lower case. */
  @Index('ix_portal_address_changes_fromEmail')
  @Column({ length: 254 })
  fromEmail: string;

  /** As typed. */
  @Column({ length: 254 })
  toEmail: string;

  /** Attempts to enter a code. */
  @Column({ type: 'integer' })
  tries: number;

  @Column(bigInteger)
  createdAt: number;

  @Index('ix_portal_address_changes_expiresAt')
  @Column(bigInteger)
  expiresAt: number;

  @Column({ ...bigInteger, nullable: true })
  fromConfirmedAt: number | null;

  @Column({ ...bigInteger, nullable: true })
  toConfirmedAt: number | null;

  /** When the new address was applied; null until then. */
  @Column({ ...bigInteger, nullable: true })
  doneAt: number | null;
}
