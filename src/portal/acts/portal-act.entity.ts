import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

export type PortalActKind = 'release' | 'replacement' | 'license';

/** A rate-limited act of a customer on a license key. Deleted with the key. */
@Entity('portal_acts')
@Index('ix_portal_acts_key_id', ['keyId', 'kind', 'at'])
export class PortalAct {
  @Column({ ...bigInteger, primary: true, generated: 'increment' })
  id: number;

  @Column({ name: 'key_id', type: 'integer' })
  keyId: number;

  @ManyToOne('LicenseKey', { onDelete: 'CASCADE', onUpdate: 'RESTRICT', nullable: false })
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'fk_portal_acts_key' })
  key: object;

  @Column({ type: 'varchar', length: 16 })
  kind: PortalActKind;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  at: number;
}
