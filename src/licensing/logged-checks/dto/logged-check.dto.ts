import { ApiProperty } from '@nestjs/swagger';
import { LicenseLogDto } from '../../license-logs/dto/license-log.dto';

export class LoggedCheckDto extends LicenseLogDto {
  /** The customer of the license key. @example "customer-17" */
  uid: string;

  /** The product of the license key. @example 6 */
  @ApiProperty({ type: 'integer' })
  pid: number;

  /** The license key itself; only with the scope `keys:read`. @example "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11" */
  licenseKey?: string;
}
