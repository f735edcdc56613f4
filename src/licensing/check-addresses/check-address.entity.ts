import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** An address from which a license key was checked. Collected from the logs. */
@Entity('check_addresses', { withoutRowid: true })
@Index('ix_check_addresses_key', ['keyId', 'lastSeen'])
export class CheckAddress {
  /** See `sortableAddress`. */
  @PrimaryColumn({ length: 33 })
  address: string;

  /** No foreign key: it would lock the license key, and checks would wait for that. */
  @PrimaryColumn({ name: 'key_id', type: 'integer' })
  keyId: number;

  /** Time of a check from there, up to a day before the last one, in milliseconds since the Unix epoch. */
  @Index('ix_check_addresses_lastSeen')
  @Column(bigInteger)
  lastSeen: number;
}
