import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../platform/database/columns';

type KeyRole = 'root' | 'signing';

@Entity('signing_keys')
export class SigningKey {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'varchar', length: 8 })
  role: KeyRole;

  /** Thumbprint of the public half (RFC 7638). */
  @Index('ux_signing_keys_kid', { unique: true })
  @Column({ length: 43 })
  kid: string;

  /** Base64url. */
  @Column({ length: 43 })
  x: string;

  /** When it started signing; this and the next two in seconds since the Unix epoch. */
  @Column(bigInteger)
  notBefore: number;

  /** When another key replaced it; null while it signs. */
  @Column({ ...bigInteger, nullable: true })
  notAfter: number | null;

  /** Set if everything it signed is invalid. */
  @Column({ ...bigInteger, nullable: true })
  revokedAt: number | null;

  /** Encrypted (`encryptPrivateKey`); null for retired keys and an exported root key. */
  @Column({ type: 'varchar', length: 191, nullable: true })
  privateKey: string | null;
}
