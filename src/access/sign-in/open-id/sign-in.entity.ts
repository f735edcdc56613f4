import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../../platform/database/columns';

/** A person who was sent to the identity provider and has not come back; good for one return. */
@Entity('sign_ins')
export class SignIn {
  @PrimaryGeneratedColumn()
  id: number;

  /** SHA-256 of the cookie that the browser was sent there with, hexadecimal. */
  @Index('ux_sign_ins_hash', { unique: true })
  @Column({ length: 64 })
  hash: string;

  /** What the provider hands back with the person. */
  @Column({ length: 64 })
  state: string;

  /** What it writes into the token. */
  @Column({ length: 64 })
  nonce: string;

  /** Proves that who hands the code in is who asked for it (PKCE). */
  @Column({ length: 64 })
  verifier: string;

  /** Path of the console that the person wanted to see. */
  @Column({ length: 255 })
  returnTo: string;

  /** Milliseconds since the Unix epoch. */
  @Index('ix_sign_ins_expiresAt')
  @Column(bigInteger)
  expiresAt: number;
}
