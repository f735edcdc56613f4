import { ApiProperty } from '@nestjs/swagger';
import { METER_PERIODS, type MeterPeriod } from '../../../platform/fields/meters';

class UsesOfDayDto {
  /** The day in UTC. @example "2026-11-25" */
  day: string;

  /** How many uses it counted. @example 12 */
  @ApiProperty({ type: 'integer' })
  used: number;
}

/** A meter of a license key, its own or its plan's, and where it stands. */
export class MeterStandingDto {
  /** What uses name it by. @example "exports" */
  name: string;

  /** How many uses a period may have. @example 500 */
  @ApiProperty({ type: 'integer' })
  limit: number;

  /** When it begins again. @example "month" */
  @ApiProperty({ enum: METER_PERIODS })
  period: MeterPeriod;

  /** By how many percent uses may go over the limit. @example 10 */
  @ApiProperty({ type: 'integer' })
  overage: number;

  /** How many uses a period has room for, overage included. @example 550 */
  @ApiProperty({ type: 'integer' })
  most: number;

  /** How many uses this period has counted. @example 3 */
  @ApiProperty({ type: 'integer' })
  used: number;

  /** How many are left of the limit. @example 497 */
  @ApiProperty({ type: 'integer' })
  remaining: number;

  /** When the next period begins, in milliseconds since the Unix epoch; absent if none does. @example 1767225600000 */
  @ApiProperty({ type: 'integer', required: false })
  resetsAt?: number;

  /** How many uses it has counted in all. @example 812 */
  @ApiProperty({ type: 'integer' })
  total: number;

  /** The last 35 days, the oldest first. @example [{ "day": "2026-11-25", "used": 12 }] */
  days: UsesOfDayDto[];
}
