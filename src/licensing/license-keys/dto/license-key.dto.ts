import { ApiProperty, OmitType } from '@nestjs/swagger';

/** A license key. */
export class LicenseKeyDto {
  /**
   * Record id.
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  id: number;

  /**
   * The user that the key belongs to.
   * @example "customer-17"
   */
  uuid: string;

  /**
   * The product that the key is for.
   * @example 6
   */
  @ApiProperty({ type: 'integer' })
  product: number;

  /**
   * The license key itself: a lower-case UUID, or what was imported.
   * @example "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11"
   */
  key: string;

  /**
   * The address or CIDR range that may use the key; empty when any may.
   * @example "203.0.113.7"
   */
  ip: string;

  /**
   * Whether the key is active.
   * @example true
   */
  status: boolean;

  /**
   * Whether an administrator disabled the key.
   * @example false
   */
  disabled: boolean;

  /**
   * Node lock: when true and `ip` is empty, the first authorised check pins the key to its caller's address.
   * @example false
   */
  locked: boolean;

  /**
   * When the key was last checked, in milliseconds since the Unix epoch; 0 until then.
   * @example 1767225600000
   */
  @ApiProperty({ type: 'integer' })
  lastSeen: number;

  /**
   * From when on the key is expired, in milliseconds since the Unix epoch; absent when the key has no expiry.
   * @example 2524608000000
   */
  @ApiProperty({ type: 'integer' })
  expiresAt?: number;

  /**
   * Most devices that may use the key at a time; absent when its devices aren't tracked.
   * @example 3
   */
  @ApiProperty({ type: 'integer' })
  seats?: number;

  /**
   * Seconds after which a device that isn't seen gives up its seat by itself, where the key has `seats`; absent when it
   * keeps the seat until it is released.
   * @example 2592000
   */
  @ApiProperty({ type: 'integer' })
  leaseSeconds?: number;
}

/** What callers see of a license key that they may change but not read: neither `key` nor `uuid`. */
export class LicenseKeyOutlineDto extends OmitType(LicenseKeyDto, ['key', 'uuid']) {}
