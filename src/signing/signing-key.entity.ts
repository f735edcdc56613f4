import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../platform/database/columns';

/** What a key signs: `root` key sets, `signing` verdicts and licenses. */
export type KeyRole = 'root' | 'signing';

/** An Ed25519 key that signs, or has signed. */
@Entity('signing_keys')
export class SigningKey {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'varchar', length: 8 })
  role: KeyRole;

  /** The thumbprint of its public half (RFC 7638): its name. */
  @Index('ux_signing_keys_kid', { unique: true })
  @Column({ length: 43 })
  kid: string;

  /** The public half, base64url. */
  @Column({ length: 43 })
  x: string;

  /** From when on it signs; this and the next two in seconds since the Unix epoch. */
  @Column(bigInteger)
  notBefore: number;

  /** When another took its place; null while it signs. */
  @Column({ ...bigInteger, nullable: true })
  notAfter: number | null;

  /** From when on nothing that it signed is believed; null while all of it is. */
  @Column({ ...bigInteger, nullable: true })
  revokedAt: number | null;

  /** The private half, encrypted (`encryptPrivateKey`); null once it signs no more, and of a root key that was exported. */
  @Column({ type: 'varchar', length: 191, nullable: true })
  privateKey: string | null;
}
