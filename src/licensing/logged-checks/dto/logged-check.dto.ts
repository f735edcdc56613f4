import { ApiProperty } from '@nestjs/swagger';
import { LicenseLogDto } from '../../license-logs/dto/license-log.dto';

/** One answered check, and the license key that it was about. */
export class LoggedCheckDto extends LicenseLogDto {
  /**
   * The user that the license key belongs to.
   * @example "customer-17"
   */
  uid: string;

  /**
   * The product that the license key is for.
   * @example 6
   */
  @ApiProperty({ type: 'integer' })
  pid: number;

  /**
   * The license key itself; for callers with the scope `keys:read` only.
   * @example "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11"
   */
  licenseKey?: string;
}
