import { IsBoolean } from 'class-validator';
import { IsExpiryRule } from '../../../platform/validation/times';
import { Omittable } from '../../../platform/validation/validation';
import { flagRule, IsIpRule, IsLease, IsSeats } from './field-rules';

/** What to change on a license key; fields that are left out keep their values. */
export class UpdateLicenseKeyDto {
  /**
   * Whether the key is disabled by an administrator.
   * @example false
   */
  @Omittable()
  @IsBoolean(flagRule('disabled'))
  disabled?: boolean;

  /**
   * The address or CIDR range that may use the key. Empty clears it, and with it the pin of a node-locked key.
   * @example ""
   */
  @Omittable()
  @IsIpRule()
  ip?: string;

  /**
   * Whether the key is node-locked.
   * @example true
   */
  @Omittable()
  @IsBoolean(flagRule('locked'))
  locked?: boolean;

  /**
   * Whether the key is active.
   * @example true
   */
  @Omittable()
  @IsBoolean(flagRule('status'))
  status?: boolean;

  /**
   * From when on the key is expired, from 2001 on, in milliseconds since the Unix epoch or as an ISO date. 0 clears
   * it: the key doesn't expire any more.
   * @example 2524608000000
   */
  @IsExpiryRule()
  expiresAt?: number;

  /**
   * Most devices that may use the key at a time, 1 to 1000000. 0 takes the limit away: devices aren't tracked any more.
   * @example 3
   */
  @IsSeats()
  seats?: number;

  /**
   * Seconds after which a device that isn't seen gives up its seat by itself, 60 to 2592000. 0 takes that away: a device
   * keeps its seat until it is released. Without `seats` it has no effect.
   * @example 2592000
   */
  @IsLease()
  leaseSeconds?: number;
}
