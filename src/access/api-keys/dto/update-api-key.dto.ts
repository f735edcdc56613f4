import { ApiProperty } from '@nestjs/swagger';
import { Matches, ValidateIf } from 'class-validator';
import { EARLIEST } from '../../../platform/validation/read-time';
import { timeSchema } from '../../../platform/validation/times';
import { Omittable } from '../../../platform/validation/validation';
import { SCOPES, type Scope } from '../../scopes/scope-names';
import { IsFutureTime, IsScopes, NAME, NAME_RULE } from './field-rules';

/** What to change on an API key; omitted fields keep their values. */
export class UpdateApiKeyDto {
  /** What the key is for: 1 to 191 characters. @example "web shop" */
  @Omittable()
  @Matches(NAME, NAME_RULE)
  name?: string;

  /** What the key may do; `admin` includes all other scopes. @example ["keys:read", "keys:write"] */
  @ApiProperty({ enum: SCOPES, isArray: true })
  @Omittable()
  @IsScopes()
  scopes?: Scope[];

  /** Expiry, in milliseconds since the Unix epoch or as an ISO date; null for never. @example 2524608000000 */
  @ApiProperty({ oneOf: [...timeSchema(EARLIEST).oneOf, { type: 'null' }] })
  @ValidateIf((_object, value) => value !== undefined && value !== null)
  @IsFutureTime()
  expiresAt?: number | null;
}
