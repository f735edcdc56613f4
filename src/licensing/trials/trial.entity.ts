import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** A device's trial of a product. */
@Entity('trials')
@Index('ux_trials_hash', ['hash'], { unique: true })
export class Trial {
  @PrimaryGeneratedColumn()
  id: number;

  /** HMAC of product and device (`DeviceHashes`). */
  @Column({ length: 43 })
  hash: string;

  /** Record id of the license key, which may have been deleted. */
  @Column({ type: 'integer' })
  keyId: number;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  createdAt: number;
}
