import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** A pending sign-in: requested with an email address, or issued as a shop's link. Times are milliseconds since the Unix epoch. */
@Entity('portal_sign_ins')
export class PortalSignIn {
  @PrimaryGeneratedColumn()
  id: number;

  /** SHA-256 of the requesting browser's token; null for a shop's link, which any browser may use. */
  @Index('ix_portal_sign_ins_browserHash')
  @Column({ type: 'varchar', length: 64, nullable: true })
  browserHash: string | null;

  /** SHA-256 of the token in the link; null while there is none, and for an unknown address. */
  @Index('ux_portal_sign_ins_linkHash', { unique: true })
  @Column({ type: 'varchar', length: 64, nullable: true })
  linkHash: string | null;

  /** SHA-256 of `browserHash` and the code; null if `linkHash` is, and for a shop's link. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  codeHash: string | null;

  /** Lower case; null for a shop's link. */
  @Column({ type: 'varchar', length: 254, nullable: true })
  email: string | null;

  /** Record id of the customer; only for a shop's link. */
  @Column({ type: 'integer', nullable: true })
  customerId: number | null;

  @Column({ length: 8 })
  language: string;

  /** Attempts to enter a code. */
  @Column({ type: 'integer' })
  tries: number;

  @Column(bigInteger)
  createdAt: number;

  @Index('ix_portal_sign_ins_expiresAt')
  @Column(bigInteger)
  expiresAt: number;

  /** When the address was looked up, and its email queued if it is known; null until then. */
  @Index('ix_portal_sign_ins_preparedAt')
  @Column({ ...bigInteger, nullable: true })
  preparedAt: number | null;

  @Column({ ...bigInteger, nullable: true })
  usedAt: number | null;
}
