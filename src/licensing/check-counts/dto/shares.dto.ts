import { ApiProperty } from '@nestjs/swagger';
import { Time } from '../../../platform/validation/times';
import { CountPlansDto } from './plan-counts.dto';

export class FindSharesDto extends CountPlansDto {
  /** From this time on, in milliseconds since the Unix epoch. Default: the last 7 days. @example 1767225600000 */
  @Time('from')
  from?: number;

  /** Until this time, in milliseconds since the Unix epoch. Default: now. @example 1767312000000 */
  @Time('to')
  to?: number;
}

class ShareDto {
  /** How many checks there were. @example 812 */
  @ApiProperty({ type: 'integer' })
  checks: number;

  /** How many of them were refused. @example 14 */
  @ApiProperty({ type: 'integer' })
  refused: number;

  /** How many license keys they were of. @example 120 */
  @ApiProperty({ type: 'integer' })
  keys: number;
}

class PlanShareDto extends ShareDto {
  /** The code of the plan that the license keys have now; absent for those on no plan. @example "pro" */
  plan?: string;
}

class VersionShareDto extends ShareDto {
  /** The version that the checks named, as it is registered; absent for those that named none. @example "2.1.0" */
  version?: string;
}

export class SharesDto {
  /** Start of the time that was asked for, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  from: number;

  /** Its end, in milliseconds since the Unix epoch. @example 1767830400000 */
  @ApiProperty({ type: 'integer' })
  to: number;

  /**
   * The checks counted are those from this time on, in milliseconds since the Unix epoch: later than `from` if there
   * were too many.
   * @example 1767225600000
   */
  @ApiProperty({ type: 'integer' })
  since: number;

  /** How many checks of the product's license keys were counted. @example 1120 */
  @ApiProperty({ type: 'integer' })
  checks: number;

  /**
   * By plan, those with most checks first.
   * @example [{ "plan": "pro", "checks": 812, "refused": 14, "keys": 120 }, { "checks": 308, "refused": 0, "keys": 41 }]
   */
  @ApiProperty({ type: [PlanShareDto] })
  plans: PlanShareDto[];

  /**
   * By version, the 50 with most checks, those first.
   * @example [{ "version": "2.1.0", "checks": 700, "refused": 0, "keys": 101 }, { "checks": 420, "refused": 14, "keys": 60 }]
   */
  @ApiProperty({ type: [VersionShareDto] })
  versions: VersionShareDto[];
}
