import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../../platform/database/columns';

/** A sign-in in progress at the identity provider; good for one return. */
@Entity('sign_ins')
export class SignIn {
  @PrimaryGeneratedColumn()
  id: number;

  /** SHA-256 of the browser's cookie, hexadecimal. */
  @Index('ux_sign_ins_hash', { unique: true })
  @Column({ length: 64 })
  hash: string;

  @Column({ length: 64 })
  state: string;

  @Column({ length: 64 })
  nonce: string;

  /** Of PKCE: proves that the code is redeemed by whoever requested it. */
  @Column({ length: 64 })
  verifier: string;

  @Column({ length: 255 })
  returnTo: string;

  /** Milliseconds since the Unix epoch. */
  @Index('ix_sign_ins_expiresAt')
  @Column(bigInteger)
  expiresAt: number;
}
