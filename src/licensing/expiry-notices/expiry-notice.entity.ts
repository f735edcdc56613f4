import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** An announced `expiresAt` of a license key, so that it isn't announced again. */
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
