import { ApiProperty, OmitType } from '@nestjs/swagger';
import { timeSchema } from '../../platform/validation/times';
import { LinkDto } from './link.dto';

/** A link in an export: without its record id, which is the database's own, and with times before 2001 as ISO dates. */
export class ExportedLinkDto extends OmitType(LinkDto, ['id', 'expiresAt'] as const) {
  /**
   * From when on the link is gone, in milliseconds since the Unix epoch; absent when it has no expiry.
   * @example 2524608000000
   */
  @ApiProperty(timeSchema(0))
  expiresAt?: number | string;
}
