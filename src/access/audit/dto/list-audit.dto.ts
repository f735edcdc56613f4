import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Matches } from 'class-validator';
import { Time } from '../../../platform/validation/times';
import { CanonicalAddressText, Omittable, PageLimit, RecordId } from '../../../platform/validation/validation';
import { AUDIT_ACTIONS, type AuditAction, TARGET_TYPES, type TargetType } from '../change';

const idRule = (field: string) => `${field} must be a record id.`;
const oneOf = (field: string, values: readonly string[]) => ({
  message: `${field} must be one of ${values.join(', ')}.`,
});

/** Which audit records. */
export class AuditFilterDto {
  /** Only changes by this API key. @example 1 */
  @RecordId(idRule('apiKeyId'))
  apiKeyId?: number;

  /** Only changes from this client address. @example "203.0.113.7" */
  @Omittable()
  @CanonicalAddressText()
  @Matches(/^[0-9a-f.:]{1,64}$/, { message: 'address must be one IPv4 or IPv6 address.' })
  address?: string;

  /** Only changes by the request with this id. @example "3c1b2f64-7f0e-4d0b-9d0c-2f6b1f0a9e55" */
  @Omittable()
  @Matches(/^[A-Za-z0-9._-]{1,128}$/, { message: 'requestId must be 1 to 128 of A-Z a-z 0-9 - _ .' })
  requestId?: string;

  /** Only changes of this kind. @example "revoke" */
  @ApiProperty({ enum: AUDIT_ACTIONS })
  @Omittable()
  @IsIn(AUDIT_ACTIONS, oneOf('action', AUDIT_ACTIONS))
  action?: AuditAction;

  /** Only changes to targets of this kind. @example "apiKey" */
  @ApiProperty({ enum: TARGET_TYPES })
  @Omittable()
  @IsIn(TARGET_TYPES, oneOf('targetType', TARGET_TYPES))
  targetType?: TargetType;

  /** Only changes to the target with this record id; combine with `targetType`. @example 2 */
  @RecordId(idRule('targetId'))
  targetId?: number;

  /** Only changes at or after this time, in milliseconds since the Unix epoch. @example 1767225600000 */
  @Time('from')
  from?: number;

  /** Only changes before this time, in milliseconds since the Unix epoch. @example 1767312000000 */
  @Time('to')
  to?: number;
}

/** Which audit records to list; by default the 100 most recent. */
export class ListAuditDto extends AuditFilterDto {
  /** At most this many records, 1 to 1000; 100 if omitted. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only records with a smaller id. @example 5000 */
  @RecordId('before must be the id of an audit record.')
  before?: number;
}
