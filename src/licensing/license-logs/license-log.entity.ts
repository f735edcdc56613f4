import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** One answered check of an existing key. Logs are only ever appended, and leave with their key. */
@Entity('license_logs')
@Index('ix_license_logs_key_id', ['keyId', 'id'])
export class LicenseLog {
  @Column({ ...bigInteger, primary: true, generated: 'increment' })
  id: number;

  @Column({ name: 'key_id', type: 'integer' })
  keyId: number;

  /** By its name: license keys know their logs, not the other way round. */
  @ManyToOne('LicenseKey', { onDelete: 'CASCADE', onUpdate: 'RESTRICT', nullable: false })
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'fk_license_logs_key' })
  key: object;

  /** Milliseconds since the Unix epoch. */
  @Column(bigInteger)
  timeAt: number;

  /** The client address that the check was judged by, canonical. */
  @Column({ length: 64 })
  ip: string;

  /** The `info` of the client, at most 1024 characters. */
  @Column({ length: 1024 })
  details: string;

  /** The verdict's label. */
  @Column({ length: 32 })
  status: string;
}
