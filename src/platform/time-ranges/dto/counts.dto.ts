import { ApiProperty } from '@nestjs/swagger';
import { type Unit, UNITS } from './counted-range.dto';

/** Which time was counted, and how far. */
export class CountsDto {
  /**
   * What was counted by.
   * @example "hour"
   */
  @ApiProperty({ enum: UNITS })
  by: Unit;

  /**
   * When the first hour or day begins that was looked at, in milliseconds since the Unix epoch.
   * @example 1767225600000
   */
  @ApiProperty({ type: 'integer' })
  from: number;

  /**
   * When the last one ends, in milliseconds since the Unix epoch.
   * @example 1767312000000
   */
  @ApiProperty({ type: 'integer' })
  to: number;

  /**
   * Up to this time, in milliseconds since the Unix epoch, the counts are complete. It lies less than a minute back, but for
   * when much is still to be counted.
   * @example 1767311980000
   */
  @ApiProperty({ type: 'integer' })
  upTo: number;
}
