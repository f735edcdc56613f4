import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { EARLIEST } from '../../../platform/validation/read-time';
import { timeSchema } from '../../../platform/validation/times';
import { Omittable } from '../../../platform/validation/validation';
import { SCOPES, type Scope } from '../../scopes/scope-names';
import { IsFutureTime, IsScopes, NAME, NAME_RULE } from './field-rules';

/** An API key to create. */
export class CreateApiKeyDto {
  /** What the key is for: 1 to 191 characters. @example "web shop" */
  @Matches(NAME, NAME_RULE)
  name: string;

  /** What the key may do; `admin` includes all other scopes. @example ["keys:read", "keys:write"] */
  @ApiProperty({ enum: SCOPES, isArray: true })
  @IsScopes()
  scopes: Scope[];

  /** Expiry, in milliseconds since the Unix epoch or as an ISO date; never if omitted. @example 2524608000000 */
  @ApiProperty(timeSchema(EARLIEST))
  @Omittable()
  @IsFutureTime()
  expiresAt?: number;
}
