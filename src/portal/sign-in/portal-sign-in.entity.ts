import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** A way into the portal that waits: asked for with an email address, or given out by the shop. Times are milliseconds since the Unix epoch. */
@Entity('portal_sign_ins')
export class PortalSignIn {
  @PrimaryGeneratedColumn()
  id: number;

  /** SHA-256 of the token of the browser that asked; null if any browser may use it, as with a link of the shop. */
  @Index('ix_portal_sign_ins_browserHash')
  @Column({ type: 'varchar', length: 64, nullable: true })
  browserHash: string | null;

  /** SHA-256 of the token in the link; null while there is none, and for an unknown address. */
  @Index('ux_portal_sign_ins_linkHash', { unique: true })
  @Column({ type: 'varchar', length: 64, nullable: true })
  linkHash: string | null;

  /** SHA-256 of the code with `browserHash`; null as `linkHash` is, and for a link of the shop. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  codeHash: string | null;

  /** Lower case; null for a link of the shop. */
  @Column({ type: 'varchar', length: 254, nullable: true })
  email: string | null;

  /** Record id of the customer whom a link of the shop is for. */
  @Column({ type: 'integer', nullable: true })
  customerId: number | null;

  @Column({ length: 8 })
  language: string;

  /** How many codes were tried. */
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
