import { ApiProperty } from '@nestjs/swagger';
import { IsNumber, IsString, Max, Min } from 'class-validator';
import { Omittable } from '../../../platform/validation/validation';
import { IsDevice } from './field-rules';

/** One hour, rounded down so that 0.0417 passes. */
const DAYS_MIN = 0.0416;
const DAYS_MAX = 3650;
export const DAYS_RULE = { message: `days must be a number from 1/24, which is an hour, to ${DAYS_MAX}.` };
const REQUEST_TEXT_RULE = { message: 'request must be text.' };

export class SignLicenseDto {
  /** The client's text for its device; without it, any device may use the license. @example "anna-laptop" */
  @Omittable()
  @IsDevice()
  device?: string;

  /** Days until it expires, 1/24 (an hour) to 3650; 30 by default. Never past the key's `expiresAt`. @example 90 */
  @ApiProperty({ minimum: DAYS_MIN, maximum: DAYS_MAX })
  @Omittable()
  @IsNumber({ allowNaN: false, allowInfinity: false }, DAYS_RULE)
  @Min(DAYS_MIN, DAYS_RULE)
  @Max(DAYS_MAX, DAYS_RULE)
  days?: number;

  /**
   * The request code that an offline client shows; replaces `device`.
   * @example "KLR1.eyJrZXkiOiIwYjZmMWE1Mi0zYTU0LTRmMGYtOWEwZS0wZDJiNWYxZjhhMTEiLCJwcm9kdWN0Ijo2LCJkZXZpY2UiOiJhbm5hLWxhcHRvcCIsIm5vbmNlIjoicFE3dlgybU45a1I0dFc4eUIzY0Y2ZyJ9"
   */
  @Omittable()
  @IsString(REQUEST_TEXT_RULE)
  request?: string;
}
