import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { TableFileDto } from '../../../platform/validation/table-file.dto';
import { AUDIT_ACTIONS, type AuditAction, TARGET_TYPES, type TargetType } from '../change';
import { AuditFilterDto } from './list-audit.dto';

export class ExportAuditDto extends IntersectionType(AuditFilterDto, TableFileDto) {}

/** A row of the exported audit. */
export class ExportedAuditRecordDto {
  /** Record id. @example 1 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** When, as an ISO time in UTC. @example "2026-01-01T00:00:00.000Z" */
  time: string;

  /** The API key that made the change; empty for the command line, the service itself and people. @example 1 */
  @ApiProperty({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  /** Name of that API key, or of the person. @example "web shop" */
  apiKeyName: string;

  /** Client address; empty without one. @example "203.0.113.7" */
  address: string;

  /** Id of the request. @example "3c1b2f64-7f0e-4d0b-9d0c-2f6b1f0a9e55" */
  requestId: string;

  /** What was done. @example "update" */
  @ApiProperty({ enum: AUDIT_ACTIONS })
  action: AuditAction;

  /** What kind of record. @example "licenseKey" */
  @ApiProperty({ enum: TARGET_TYPES })
  targetType: TargetType;

  /** Its record id. @example 2 */
  @ApiProperty({ type: 'integer' })
  targetId: number;

  /** The record before, as JSON; empty for a creation. @example "{}" */
  @ApiProperty({ type: String, nullable: true })
  before: string | null;

  /** The record after, as JSON; empty for a deletion. @example "{}" */
  @ApiProperty({ type: String, nullable: true })
  after: string | null;

  /** Why; empty when no reason was given. @example "Paid back on 12 May" */
  @ApiProperty({ type: String, nullable: true })
  reason: string | null;
}
