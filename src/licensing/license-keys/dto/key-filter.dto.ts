import { IsBoolean, Matches } from 'class-validator';
import { Time } from '../../../platform/validation/times';
import { Omittable, WholeNumberField } from '../../../platform/validation/validation';
import { KEY } from '../key-reference';
import { PID_MAX, PID_RULE } from '../license-key-limits';
import { flagRule, IsIpRule, IsUid, IsUidPrefix, KEY_PREFIX_RULE } from './field-rules';

/** Which license keys: those that all of these are true of; without any of these, all of them. */
export class KeyFilterDto {
  /**
   * Keys of this user only.
   * @example "customer-17"
   */
  @Omittable()
  @IsUid()
  uid?: string;

  /**
   * Keys of users whose ids begin with this text only, compared byte for byte, so that case matters: 1 to 191 characters, none of
   * them a wildcard.
   * @example "customer-"
   */
  @Omittable()
  @IsUidPrefix()
  uidPrefix?: string;

  /**
   * Keys for this product only.
   * @example 6
   */
  @WholeNumberField(0, PID_RULE, PID_MAX)
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
   * Keys that begin with this text only, compared byte for byte: 1 to 191 characters, none of them a wildcard.
   * @example "0b6f1a52"
   */
  @Omittable()
  @Matches(KEY, KEY_PREFIX_RULE)
  keyPrefix?: string;

  /**
   * Keys with exactly this authorised address or CIDR range only, in any spelling. Empty: keys that any address may use.
   * @example "203.0.113.7"
   */
  @Omittable()
  @IsIpRule()
  ip?: string;

  /**
   * Keys that were last checked before this time only, in milliseconds since the Unix epoch. Keys that were never
   * checked, whose `lastSeen` is 0, are among them unless `lastSeenAfter` is given as well.
   * @example 1767225600000
   */
  @Time('lastSeenBefore')
  lastSeenBefore?: number;

  /**
   * Keys that were last checked after this time only, in milliseconds since the Unix epoch; 0 for all that ever were.
   * @example 1764547200000
   */
  @Time('lastSeenAfter')
  lastSeenAfter?: number;

  /**
   * Keys whose `expiresAt` lies before this time only, in milliseconds since the Unix epoch; never keys without one.
   * @example 2524608000000
   */
  @Time('expiresBefore')
  expiresBefore?: number;

  /**
   * Keys whose `expiresAt` lies after this time only, in milliseconds since the Unix epoch; never keys without one.
   * @example 1767225600000
   */
  @Time('expiresAfter')
  expiresAfter?: number;

  /**
   * Keys that have `seats` only, or only those that don't.
   * @example true
   */
  @Omittable()
  @IsBoolean(flagRule('hasSeats'))
  hasSeats?: boolean;
}
