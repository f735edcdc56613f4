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

/** One change that somebody made. License keys and API keys appear in it only by their first characters. */
export class AuditRecordDto {
  /**
   * Id of the record.
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  id: number;

  /**
   * When the change was made, in milliseconds since the Unix epoch.
   * @example 1767225600000
   */
  @ApiProperty({ type: 'integer' })
  at: number;

  /**
   * Id of the API key that made the change; null for the command line, the start of the service, and people whom an identity provider knows.
   * @example 1
   */
  @ApiProperty({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  /**
   * Name that the API key, or the person, had then.
   * @example "first admin key"
   */
  apiKeyName: string;

  /**
   * The client's address; empty where there was none.
   * @example "203.0.113.7"
   */
  address: string;

  /**
   * The `x-request-id` of the request; empty where there was none.
   * @example "3c1b2f64-7f0e-4d0b-9d0c-2f6b1f0a9e55"
   */
  requestId: string;

  /**
   * What was done.
   * @example "revoke"
   */
  @ApiProperty({ enum: AUDIT_ACTIONS })
  action: AuditAction;

  /**
   * What kind of thing it was done to.
   * @example "apiKey"
   */
  @ApiProperty({ enum: TARGET_TYPES })
  targetType: TargetType;

  /**
   * Record id of the thing it was done to.
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  targetId: number;

  /** The thing before the change; null when it was created. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: EXAMPLE })
  before: object | null;

  /** The thing after the change; null when it was deleted. */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    example: { ...EXAMPLE, revokedAt: 1767225600000 },
  })
  after: object | null;
}
