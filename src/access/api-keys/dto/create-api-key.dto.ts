import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { Omittable } from '../../../platform/validation/validation';
import { SCOPES, type Scope } from '../../scopes/scope-names';
import { IsFutureTime, IsScopes, NAME, NAME_RULE } from './field-rules';

/** An API key to create. */
export class CreateApiKeyDto {
  /**
   * What the key is for: 1 to 191 characters.
   * @example "web shop"
   */
  @Matches(NAME, NAME_RULE)
  name: string;

  /**
   * What the key may do; `admin` includes all the others.
   * @example ["keys:read", "keys:write"]
   */
  @ApiProperty({ enum: SCOPES, isArray: true })
  @IsScopes()
  scopes: Scope[];

  /**
   * When the key expires, in milliseconds since the Unix epoch; never when left out.
   * @example 2524608000000
   */
  @ApiProperty({ type: 'integer' })
  @Omittable()
  @IsFutureTime()
  expiresAt?: number;
}
