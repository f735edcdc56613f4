import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsInt, Matches, Max, Min } from 'class-validator';
import { Omittable, timeRule } from '../../../platform/validation/validation';
import { flagRule, IsIpRule, IsPid, IsUid, IsUidPrefix, KEY_PREFIX_RULE } from '../../license-keys/dto/field-rules';
import { KEY } from '../../license-keys/key-reference';

/** Which license keys, by the same names and meanings as in the list, and together as there; none at all: every license key. */
export class KeyFilterDto {
  /**
   * Keys of this user only.
   * @example "customer-17"
   */
  @Omittable()
  @IsUid()
  uid?: string;

  /**
   * Keys of users whose ids begin with this text only, byte for byte.
   * @example "customer-"
   */
  @Omittable()
  @IsUidPrefix()
  uidPrefix?: string;

  /**
   * Keys for this product only.
   * @example 6
   */
  @Omittable()
  @IsPid()
  pid?: number;

  /**
   * Active or inactive keys only.
   * @example true
   */
  @Omittable()
  @IsBoolean(flagRule('status'))
  status?: boolean;

  /**
   * Disabled keys only, or only those that aren't.
   * @example false
   */
  @Omittable()
  @IsBoolean(flagRule('disabled'))
  disabled?: boolean;

  /**
   * Node-locked keys only, or only those that aren't.
   * @example false
   */
  @Omittable()
  @IsBoolean(flagRule('locked'))
  locked?: boolean;

  /**
   * Keys that begin with this text only, byte for byte.
   * @example "0b6f1a52"
   */
  @Omittable()
  @Matches(KEY, KEY_PREFIX_RULE)
  keyPrefix?: string;

  /**
   * Keys with exactly this authorised address or CIDR range only; empty: keys that any address may use.
   * @example "203.0.113.7"
   */
  @Omittable()
  @IsIpRule()
  ip?: string;

  /**
   * Keys that were last checked before this time only, in milliseconds since the Unix epoch; never checked is before any time.
   * @example 1767225600000
   */
  @IsTime('lastSeenBefore')
  lastSeenBefore?: number;

  /**
   * Keys that were last checked after this time only, in milliseconds since the Unix epoch; 0 for all that ever were.
   * @example 1764547200000
   */
  @IsTime('lastSeenAfter')
  lastSeenAfter?: number;

  /**
   * Keys whose `expiresAt` lies before this time only, in milliseconds since the Unix epoch; never keys without one.
   * @example 2524608000000
   */
  @IsTime('expiresBefore')
  expiresBefore?: number;

  /**
   * Keys that have `seats` only, or only those that don't.
   * @example true
   */
  @Omittable()
  @IsBoolean(flagRule('hasSeats'))
  hasSeats?: boolean;
}

/** As JSON has it: the list takes the same as text. */
function IsTime(field: string): PropertyDecorator {
  const rule = { message: timeRule(field) };
  return applyDecorators(
    ApiProperty({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    Omittable(),
    IsInt(rule),
    Min(0, rule),
    Max(Number.MAX_SAFE_INTEGER, rule),
  );
}
