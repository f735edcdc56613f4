import { Column, Entity, Index } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';
import type { AuditAction, TargetType } from './change';

/** One change that somebody made. Records are only ever appended: nothing in keylink changes one, and nothing deletes one but `AUDIT_RETENTION_DAYS`. */
@Entity('audit_log')
@Index('ix_audit_log_target', ['targetType', 'targetId'])
export class AuditRecord {
  @Column({ ...bigInteger, primary: true, generated: 'increment' })
  id: number;

  /** Milliseconds since the Unix epoch. */
  @Index('ix_audit_log_at')
  @Column(bigInteger)
  at: number;

  /** Null for what the command line or the start of the service did. */
  @Index('ix_audit_log_apiKeyId')
  @Column({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  /** As it was then: an API key may be renamed. */
  @Column({ length: 191 })
  apiKeyName: string;

  /** Canonical address of the client; empty where there was none. */
  @Index('ix_audit_log_address')
  @Column({ length: 64 })
  address: string;

  @Index('ix_audit_log_requestId')
  @Column({ length: 128 })
  requestId: string;

  @Index('ix_audit_log_action')
  @Column({ type: 'varchar', length: 16 })
  action: AuditAction;

  @Column({ type: 'varchar', length: 16 })
  targetType: TargetType;

  @Column({ type: 'integer' })
  targetId: number;

  /** JSON of the target before the change; null when it was created. */
  @Column({ type: 'text', nullable: true })
  before: string | null;

  /** JSON of the target after the change; null when it was deleted. */
  @Column({ type: 'text', nullable: true })
  after: string | null;
}
