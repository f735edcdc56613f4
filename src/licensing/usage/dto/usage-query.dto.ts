import { MaxLength, ValidateBy } from 'class-validator';
import { Omittable, WholeNumberField } from '../../../platform/validation/validation';
import { isTimeZone } from '../local-days';

export const MOST_DAYS = 90;
export const DAYS_RULE = { message: `days must be an integer from 1 to ${MOST_DAYS}.` };
export const ZONE_RULE = { message: 'tz must be the name of a time zone, such as Europe/Berlin.' };

export class UsageQueryDto {
  /** How many days up to today; 90 by default. @example 90 */
  @WholeNumberField(1, DAYS_RULE, MOST_DAYS)
  days?: number;

  /** The time zone in which days begin; UTC by default. @example "Europe/Berlin" */
  @Omittable()
  @MaxLength(64, ZONE_RULE)
  @ValidateBy(
    {
      name: 'isTimeZone',
      validator: { validate: (value) => typeof value === 'string' && value.length <= 64 && isTimeZone(value) },
    },
    ZONE_RULE,
  )
  tz?: string;
}
