import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { QrCodeSize, qrSizeMessage } from '../../../platform/qr-codes/qr-code-size';
import { Omittable, PageLimit, RecordId } from '../../../platform/validation/validation';

/** How a license is answered; the first is the preferred one. */
export const LICENSE_FORMATS = ['json', 'svg', 'png', 'file'] as const;
export type LicenseFormat = (typeof LICENSE_FORMATS)[number];
export const FORMAT_RULE = { message: `format must be one of ${LICENSE_FORMATS.join(', ')}.` };

/** Room for the longest license. */
const SIZE_MIN = 128;
export const SIZE_MESSAGE = qrSizeMessage(SIZE_MIN);

/** How a license is answered. */
export class LicenseFormatDto {
  /**
   * The format of the answer: JSON, a QR code of the license as SVG or PNG, or a text file in which the license follows the
   * key sets that vouch for it, a line each; when it is left out, the `Accept` header decides, and JSON is preferred.
   * @example "json"
   */
  @Omittable()
  @ApiProperty({ enum: LICENSE_FORMATS })
  @IsIn(LICENSE_FORMATS, FORMAT_RULE)
  format?: LicenseFormat;

  /**
   * Width and height of a QR code in pixels, 128 to 2048; 256 when left out.
   * @example 512
   */
  @QrCodeSize(SIZE_MIN)
  size?: number;
}

/** Which licenses to list; without any of these, the 100 most recent. */
export class ListLicensesDto {
  /**
   * At most this many licenses, 1 to 1000; 100 when left out.
   * @example 100
   */
  @PageLimit()
  limit?: number;

  /**
   * Licenses with a smaller id than this only.
   * @example 5000
   */
  @RecordId('before must be the id of an issued license.')
  before?: number;
}
