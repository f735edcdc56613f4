import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** That a device has had its trial of a product. */
@Entity('trials')
@Index('ux_trials_hash', ['hash'], { unique: true })
export class Trial {
  @PrimaryGeneratedColumn()
  id: number;

  /** HMAC of product and device (`DeviceHashes`). */
  @Column({ length: 43 })
  hash: string;

  /** Record id of the license key, which may be gone. */
  @Column({ type: 'integer' })
  keyId: number;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  createdAt: number;
}
