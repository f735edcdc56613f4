import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** Followers were told of one value of a license key's `expiresAt`, so they are not told again. */
@Entity('expiry_notices', { withoutRowid: true })
export class ExpiryNotice {
  /** Days before the end; 0 for the end itself. */
  @PrimaryColumn({ type: 'integer' })
  days: number;

  /** Milliseconds since the Unix epoch. */
  @Column({ ...bigInteger, primary: true })
  expiresAt: number;

  @PrimaryColumn({ name: 'key_id', type: 'integer' })
  keyId: number;
}
