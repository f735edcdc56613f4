import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { requestOf } from '../../../platform/fields/bodies';
import { isTime, TEXT_EXAMPLES } from '../../../platform/validation/read-time';
import { timeMessage, TimeFromText, timeSchema } from '../../../platform/validation/times';
import { Omittable, WholeNumberField } from '../../../platform/validation/validation';
import { LICENSE_KEY_FIELDS } from '../../license-keys/license-key-fields';

/** A hundred years. */
const DAYS_MAX = 36_500;
// Written out: the code that documents fields doesn't understand a sign before a name.
const DAYS_MIN = -36_500;
export const DAYS_RULE = { message: `extendDays must be an integer from ${DAYS_MIN} to ${DAYS_MAX}.` };
const IF_NONE_RULE = `expiresAtIfNone must be a time from 2001 on, in milliseconds since the Unix epoch or as ${TEXT_EXAMPLES}.`;

export class KeyChangeDto extends requestOf(LICENSE_KEY_FIELDS, 'update') {
  /** Days of 24 hours to move `expiresAt` by, if there is one: -36500 to 36500. Not with `expiresAt`. @example 30 */
  @WholeNumberField(DAYS_MIN, DAYS_RULE, DAYS_MAX)
  extendDays?: number;

  /**
   * With `extendDays`: the `expiresAt` of keys that have none, in milliseconds since the Unix epoch or as an ISO date,
   * from 2001 on. They keep none if it is left out.
   * @example 2524608000000
   */
  @ApiProperty(timeSchema(1))
  @ValidateBy({ name: 'isTime', validator: { validate: isTime } }, { message: timeMessage(IF_NONE_RULE) })
  @TimeFromText()
  @Omittable()
  expiresAtIfNone?: number;
}
