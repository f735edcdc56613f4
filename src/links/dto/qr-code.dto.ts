import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Matches } from 'class-validator';
import { QR_FORMATS, type QrFormat } from '../../platform/qr-codes/qr-code';
import { QrCodeSize, qrSizeMessage } from '../../platform/qr-codes/qr-code-size';
import { OfDomainDto } from './of-domain.dto';
import { Omittable } from '../../platform/validation/validation';

/** Fits short names; a PNG of a long one is refused. */
const SIZE_MIN = 64;
export const SIZE_MESSAGE = qrSizeMessage(SIZE_MIN);
export const FORMAT_RULE = { message: `format must be one of ${QR_FORMATS.join(', ')}.` };
/** Without "#", which would end it, and without "?", which begins it. */
const QUERY = /^(?:[\w!$'()*+,./:;=@~&-]|%[0-9a-f]{2}){1,500}$/i;
export const QUERY_RULE = {
  message: 'query must be what follows "?" in an address, percent-encoded, of 1 to 500 characters.',
};

export class QrCodeDto extends OfDomainDto {
  /** Format of the image; without it, the `Accept` header decides; SVG is preferred. @example "png" */
  @Omittable()
  @ApiProperty({ enum: QR_FORMATS })
  @IsIn(QR_FORMATS, FORMAT_RULE)
  format?: QrFormat;

  /** Width and height of the image in pixels, 64 to 2048; 256 by default. @example 512 */
  @QrCodeSize(SIZE_MIN)
  size?: number;

  /** Query of the address in the code, such as a campaign's parameters. At most 500 characters. @example "utm_source=flyer&utm_campaign=spring" */
  @Omittable()
  @Matches(QUERY, QUERY_RULE)
  query?: string;
}
