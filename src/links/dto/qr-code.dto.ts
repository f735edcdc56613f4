import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IntegerParameter, Omittable } from '../../platform/validation/validation';
import { QR_FORMATS, type QrFormat } from '../qr-code';

/** Smallest and largest width of an image, in pixels. */
const [SIZE_MIN, SIZE_MAX] = [64, 2048];
export const SIZE_MESSAGE = `size must be an integer from ${SIZE_MIN} to ${SIZE_MAX}.`;
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
  @IntegerParameter(SIZE_MIN, SIZE_MAX, SIZE_MESSAGE)
  size?: number;
}
