import { ApiProperty } from '@nestjs/swagger';
import { CountsDto } from '../../../platform/time-ranges/dto/counts.dto';
import { PID_SCHEMA } from '../../license-keys/license-key-limits';
import { LOGGED_LABELS, type LoggedLabel } from '../../license-logs/verdict-labels';

/** How many checks there were in an hour or a day. */
export class CheckCountDto {
  /**
   * When the hour or day begins, by UTC, in milliseconds since the Unix epoch.
   * @example 1767225600000
   */
  @ApiProperty({ type: 'integer' })
  at: number;

  /**
   * The label of the verdict.
   * @example "AUTHORISED"
   */
  @ApiProperty({ enum: LOGGED_LABELS })
  status: LoggedLabel;

  /**
   * The product of the license keys; only with `products=true`.
   * @example 6
   */
  @ApiProperty(PID_SCHEMA)
  pid?: number;

  /**
   * How many checks were answered so, at least 1.
   * @example 120
   */
  @ApiProperty({ type: 'integer' })
  count: number;
}

/** Checks by the hour or the day. */
export class CheckCountsDto extends CountsDto {
  /**
   * By time, then by product, then by verdict; nothing stands for none.
   * @example [{ "at": 1767225600000, "status": "AUTHORISED", "pid": 6, "count": 120 }]
   */
  @ApiProperty({ type: [CheckCountDto] })
  rows: CheckCountDto[];
}
