import { ApiProperty } from '@nestjs/swagger';
import { type Unit, UNITS } from './counted-range.dto';

export class CountsDto {
  /** Unit of the counts. @example "hour" */
  @ApiProperty({ enum: UNITS })
  by: Unit;

  /** Start of the first hour or day, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  from: number;

  /** End of the last hour or day, in milliseconds since the Unix epoch. @example 1767312000000 */
  @ApiProperty({ type: 'integer' })
  to: number;

  /**
   * The counts are complete up to this time, in milliseconds since the Unix epoch; usually less than a minute ago.
   * @example 1767311980000
   */
  @ApiProperty({ type: 'integer' })
  upTo: number;
}
