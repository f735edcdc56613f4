import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { QrCodeSize, qrSizeMessage } from '../../../platform/qr-codes/qr-code-size';
import { Omittable, PageLimit, RecordId } from '../../../platform/validation/validation';

/** The first is the default. */
export const LICENSE_FORMATS = ['json', 'svg', 'png', 'file'] as const;
export type LicenseFormat = (typeof LICENSE_FORMATS)[number];
export const FORMAT_RULE = { message: `format must be one of ${LICENSE_FORMATS.join(', ')}.` };

/** The longest license needs this much room. */
const SIZE_MIN = 128;
export const SIZE_MESSAGE = qrSizeMessage(SIZE_MIN);

export class LicenseFormatDto {
  /**
   * Format of the answer: JSON, a QR code as SVG or PNG, or a text file of the key sets that vouch for the license,
   * then the license, one per line. Without it, the `Accept` header decides; JSON is preferred.
   * @example "json"
   */
  @Omittable()
  @ApiProperty({ enum: LICENSE_FORMATS })
  @IsIn(LICENSE_FORMATS, FORMAT_RULE)
  format?: LicenseFormat;

  /** Width and height of a QR code in pixels, 128 to 2048; 256 by default. @example 512 */
  @QrCodeSize(SIZE_MIN)
  size?: number;
}

export class ListLicensesDto {
  /** Maximum number of licenses, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only licenses with an id below this. @example 5000 */
  @RecordId('before must be the id of an issued license.')
  before?: number;
}
