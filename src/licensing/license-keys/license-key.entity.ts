import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { columnsOf } from '../../platform/fields/columns';
import { LICENSE_KEY_FIELDS } from './license-key-fields';

@Entity('license_keys')
@Index('ix_license_keys_product_plan', ['product', 'plan'])
export class LicenseKey extends columnsOf(LICENSE_KEY_FIELDS) {
  @PrimaryGeneratedColumn()
  id: number;

  /** Hours from the Unix epoch to `lastSeen`, null if never checked. Indexed, since `lastSeen` changes too often. */
  @Index('ix_license_keys_lastSeenHour')
  @Column({ type: 'integer', nullable: true, select: false })
  lastSeenHour?: number | null;
}
