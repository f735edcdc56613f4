import { ApiProperty } from '@nestjs/swagger';
import { CountsDto } from '../../../platform/time-ranges/dto/counts.dto';
import { PID_SCHEMA } from '../../license-keys/license-key-limits';
import { LOGGED_LABELS, type LoggedLabel } from '../../license-logs/verdict-labels';

export class CheckCountDto {
  /** Start of the hour or day in UTC, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  at: number;

  /** The verdict's label. @example "AUTHORISED" */
  @ApiProperty({ enum: LOGGED_LABELS })
  status: LoggedLabel;

  /** The product of the license keys; only with `products=true`. @example 6 */
  @ApiProperty(PID_SCHEMA)
  pid?: number;

  /** How many checks had this verdict, at least 1. @example 120 */
  @ApiProperty({ type: 'integer' })
  count: number;
}

export class CheckCountsDto extends CountsDto {
  /**
   * By time, product and verdict; counts of zero are left out.
   * @example [{ "at": 1767225600000, "status": "AUTHORISED", "pid": 6, "count": 120 }]
   */
  @ApiProperty({ type: [CheckCountDto] })
  rows: CheckCountDto[];
}
