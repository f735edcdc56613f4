import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { QR_FORMATS, type QrFormat } from '../../platform/qr-codes/qr-code';
import { QrCodeSize, qrSizeMessage } from '../../platform/qr-codes/qr-code-size';
import { Omittable } from '../../platform/validation/validation';

/** Room for short names; a PNG of a long one is refused. */
const SIZE_MIN = 64;
export const SIZE_MESSAGE = qrSizeMessage(SIZE_MIN);
export const FORMAT_RULE = { message: `format must be one of ${QR_FORMATS.join(', ')}.` };

/** How a QR code is drawn. */
export class QrCodeDto {
  /**
   * The format of the image; when it is left out, the `Accept` header decides, and SVG is preferred.
   * @example "png"
   */
  @Omittable()
  @ApiProperty({ enum: QR_FORMATS })
  @IsIn(QR_FORMATS, FORMAT_RULE)
  format?: QrFormat;

  /**
   * Width and height of the image in pixels, 64 to 2048; 256 when left out.
   * @example 512
   */
  @QrCodeSize(SIZE_MIN)
  size?: number;
}
