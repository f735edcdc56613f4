import { TimeZone } from '../../../platform/time-ranges/dto/time-zone';
import { WholeNumberField } from '../../../platform/validation/validation';

export const MOST_DAYS = 90;
export const DAYS_RULE = { message: `days must be an integer from 1 to ${MOST_DAYS}.` };

export class UsageQueryDto {
  /** How many days up to today; 90 by default. @example 90 */
  @WholeNumberField(1, DAYS_RULE, MOST_DAYS)
  days?: number;

  /** The time zone in which days begin; UTC by default. @example "Europe/Berlin" */
  @TimeZone()
  tz?: string;
}
