import { ApiProperty, OmitType } from '@nestjs/swagger';
import { timeSchema } from '../../../platform/validation/times';
import { LicenseKeyDto } from './license-key.dto';

/** A license key in an export: without its record id, which is the database's own, and with times before 2001 as ISO dates. */
export class ExportedLicenseKeyDto extends OmitType(LicenseKeyDto, ['id', 'lastSeen', 'expiresAt'] as const) {
  /**
   * When the key was last checked, in milliseconds since the Unix epoch; 0 until then.
   * @example 1767225600000
   */
  @ApiProperty(timeSchema(0))
  lastSeen: number | string;

  /**
   * From when on the key is expired, in milliseconds since the Unix epoch; absent when the key has no expiry.
   * @example 2524608000000
   */
  @ApiProperty(timeSchema(0))
  expiresAt?: number | string;
}
