import { IsBoolean } from 'class-validator';
import { IsExpiryRule } from '../../../platform/validation/times';
import { Omittable } from '../../../platform/validation/validation';
import { flagRule, IsIpRule, IsNewLease, IsNewSeats, IsPid, IsUid } from './field-rules';

/** What a creation and a row of an import say alike. */
export class LicenseKeyFieldsDto {
  /**
   * The user to attach the key to.
   * @example "customer-17"
   */
  @IsUid()
  uid: string;

  /**
   * The product that the key is for.
   * @example 6
   */
  @IsPid()
  pid: number;

  /**
   * Whether the key is active; true when left out.
   * @example true
   */
  @Omittable()
  @IsBoolean(flagRule('status'))
  status?: boolean;

  /**
   * The address or CIDR range that may use the key; any address may when it is left out or empty.
   * @example ""
   */
  @Omittable()
  @IsIpRule()
  ip?: string;

  /**
   * Whether the key starts disabled; false when left out.
   * @example false
   */
  @Omittable()
  @IsBoolean(flagRule('disabled'))
  disabled?: boolean;

  /**
   * Whether the key is node-locked; false when left out.
   * @example false
   */
  @Omittable()
  @IsBoolean(flagRule('locked'))
  locked?: boolean;
}

/** A license key to create. */
export class CreateLicenseKeyDto extends LicenseKeyFieldsDto {
  /**
   * From when on the key is expired, from 2001 on, in milliseconds since the Unix epoch or as an ISO date; a time in the past
   * ends it at once. Never when it is left out or 0.
   * @example 2524608000000
   */
  @IsExpiryRule()
  expiresAt?: number;

  /**
   * Most devices that may use the key at a time, 1 to 1000000; devices aren't tracked when it is left out.
   * @example 3
   */
  @IsNewSeats()
  seats?: number;

  /**
   * Seconds after which a device that isn't seen gives up its seat by itself, 60 to 2592000. When it is left out, a
   * device keeps its seat until it is released. Without `seats` it has no effect.
   * @example 2592000
   */
  @IsNewLease()
  leaseSeconds?: number;
}
