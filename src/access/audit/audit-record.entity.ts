import { Column, Entity, Index } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';
import type { AuditAction, TargetType } from './change';

/** One change. Records are append-only; only `AUDIT_RETENTION_DAYS` deletes them. */
@Entity('audit_log')
@Index('ix_audit_log_target', ['targetType', 'targetId'])
export class AuditRecord {
  @Column({ ...bigInteger, primary: true, generated: 'increment' })
  id: number;

  /** Milliseconds since the Unix epoch. */
  @Index('ix_audit_log_at')
  @Column(bigInteger)
  at: number;

  /** Null for the command line and service start. */
  @Index('ix_audit_log_apiKeyId')
  @Column({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  /** At the time: API keys can be renamed. */
  @Column({ length: 191 })
  apiKeyName: string;

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

  /** JSON; null when the target was created. */
  @Column({ type: 'text', nullable: true })
  before: string | null;

  /** JSON; null when the target was deleted. */
  @Column({ type: 'text', nullable: true })
  after: string | null;

  /** Null when none was given. */
  @Column({ type: 'varchar', length: 200, nullable: true })
  reason: string | null;
}
