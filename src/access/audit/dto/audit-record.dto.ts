import { ApiProperty } from '@nestjs/swagger';
import { AUDIT_ACTIONS, type AuditAction, TARGET_TYPES, type TargetType } from '../change';

const EXAMPLE = {
  name: 'web shop',
  prefix: 'kl_R55wM',
  scopes: ['keys:write'],
  expiresAt: null,
  previousUntil: null,
  revokedAt: null,
};

/** One change. Only the first characters of license keys and API keys are shown. */
export class AuditRecordDto {
  /** Id of the record. @example 1 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** When the change was made, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  at: number;

  /** The API key that made it; null for the command line, service start and provider sign-ins. @example 1 */
  @ApiProperty({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  /** The API key's or person's name at the time. @example "first admin key" */
  apiKeyName: string;

  /** The client's address; empty if there was none. @example "203.0.113.7" */
  address: string;

  /** The request's `x-request-id`; empty if there was none. @example "3c1b2f64-7f0e-4d0b-9d0c-2f6b1f0a9e55" */
  requestId: string;

  /** What was done. @example "revoke" */
  @ApiProperty({ enum: AUDIT_ACTIONS })
  action: AuditAction;

  /** Kind of the target. @example "apiKey" */
  @ApiProperty({ enum: TARGET_TYPES })
  targetType: TargetType;

  /** Record id of the target. @example 2 */
  @ApiProperty({ type: 'integer' })
  targetId: number;

  /** The target before the change; null when it was created. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: EXAMPLE })
  before: object | null;

  /** The target after the change; null when it was deleted. */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    example: { ...EXAMPLE, revokedAt: 1767225600000 },
  })
  after: object | null;

  /** Why, in the words of the person who made the change; absent when no reason was given. @example "leaver" */
  reason?: string;
}
