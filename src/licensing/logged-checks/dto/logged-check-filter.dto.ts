import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, Matches } from 'class-validator';
import { Time } from '../../../platform/validation/times';
import {
  CanonicalAddressText,
  Omittable,
  PageLimit,
  RecordId,
  WholeNumberField,
} from '../../../platform/validation/validation';
import { KEY } from '../../license-keys/key-reference';
import { PID_MAX, PID_RULE } from '../../license-keys/license-key-limits';
import { LOGGED_LABELS, type LoggedLabel } from '../../license-logs/verdict-labels';

export const STATUS_RULE = { message: `status must be one of ${LOGGED_LABELS.join(', ')}.` };
export const KEY_RULE = { message: 'key must be a license key or the record id of one.' };

/** Which of the checks that are logged to show; without any of these, all of them. */
export class LoggedCheckFilterDto {
  /**
   * Checks with one of these verdicts only; the parameter may be repeated.
   * @example ["KEY DISABLED", "EXPIRED"]
   */
  @ApiProperty({ enum: LOGGED_LABELS, isArray: true })
  @Omittable()
  @Transform(({ value }: { value: unknown }) => (value === undefined ? value : [value].flat()))
  @IsIn(LOGGED_LABELS, { ...STATUS_RULE, each: true })
  status?: LoggedLabel[];

  /**
   * True: checks that passed only, which are those with `AUTHORISED`; false: all others only.
   * @example false
   */
  @Omittable()
  @IsBoolean({ message: 'pass must be true or false.' })
  pass?: boolean;

  /**
   * Checks from this client address only, in any spelling.
   * @example "203.0.113.7"
   */
  @Omittable()
  @CanonicalAddressText()
  @Matches(/^[0-9a-f.:]{1,64}$/, { message: 'ip must be one IPv4 or IPv6 address.' })
  ip?: string;

  /**
   * Checks of this license key only: its record id (only digits) or the license key itself.
   * @example "1"
   */
  @Omittable()
  @Matches(KEY, KEY_RULE)
  key?: string;

  /**
   * Checks of license keys for this product only.
   * @example 6
   */
  @WholeNumberField(0, PID_RULE, PID_MAX)
  pid?: number;
}

/** Which of the checks that are logged to list; without any of these, the 100 most recent. */
export class ListLoggedChecksDto extends LoggedCheckFilterDto {
  /**
   * Checks at this time or later only, in milliseconds since the Unix epoch.
   * @example 1767225600000
   */
  @Time('from')
  from?: number;

  /**
   * Checks before this time only, in milliseconds since the Unix epoch.
   * @example 1767312000000
   */
  @Time('to')
  to?: number;

  /**
   * At most this many checks, 1 to 1000; 100 when left out.
   * @example 100
   */
  @PageLimit()
  limit?: number;

  /**
   * Checks whose log has a smaller id than this only.
   * @example 5000
   */
  @RecordId('before must be the id of a log record.')
  before?: number;
}
