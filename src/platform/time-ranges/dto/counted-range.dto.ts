import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { Time } from '../../validation/times';
import { Omittable } from '../../validation/validation';

/** What counts are added up by. */
export const UNITS = ['hour', 'day'] as const;
export type Unit = (typeof UNITS)[number];

export const BY_RULE = { message: 'by must be one of hour, day.' };

/** Which time to count. */
export class CountedRangeDto {
  /**
   * From the hour or day of this time on, in milliseconds since the Unix epoch; without it, the last 24 hours or 30 days.
   * @example 1767225600000
   */
  @Time('from')
  from?: number;

  /**
   * Up to the end of the hour or day of this time, in milliseconds since the Unix epoch; without it, until now. A time at which
   * one begins is the end of the one before.
   * @example 1767312000000
   */
  @Time('to')
  to?: number;

  /**
   * Whether to count by the hour, for 92 days at most, or by the day, for 5 years; both by UTC. By the hour when left out.
   * @example "hour"
   */
  @ApiProperty({ enum: UNITS })
  @Omittable()
  @IsIn(UNITS, BY_RULE)
  by?: Unit;
}
