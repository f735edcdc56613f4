import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { Time } from '../../validation/times';
import { Omittable } from '../../validation/validation';

export const UNITS = ['hour', 'day'] as const;
export type Unit = (typeof UNITS)[number];

export const BY_RULE = { message: 'by must be one of hour, day.' };

/** Which time to count. */
export class CountedRangeDto {
  /**
   * From the hour or day of this time on, in milliseconds since the Unix epoch. Default: the last 24 hours or 30 days.
   * @example 1767225600000
   */
  @Time('from')
  from?: number;

  /**
   * Until the end of the hour or day of this time, in milliseconds since the Unix epoch; an hour or day that begins at
   * this time isn't counted. Default: now.
   * @example 1767312000000
   */
  @Time('to')
  to?: number;

  /** Unit: hours of up to 92 days, or days of up to 5 years, in UTC. By default, by hour. @example "hour" */
  @ApiProperty({ enum: UNITS })
  @Omittable()
  @IsIn(UNITS, BY_RULE)
  by?: Unit;
}
