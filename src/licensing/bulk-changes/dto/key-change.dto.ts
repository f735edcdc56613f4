import { WholeNumberField } from '../../../platform/validation/validation';
import { UpdateLicenseKeyDto } from '../../license-keys/dto/update-license-key.dto';

/** A hundred years. */
const DAYS_MAX = 36_500;
// Written out: the code that documents fields doesn't understand a sign before a name.
const DAYS_MIN = -36_500;
export const DAYS_RULE = { message: `extendDays must be an integer from ${DAYS_MIN} to ${DAYS_MAX}.` };

export class KeyChangeDto extends UpdateLicenseKeyDto {
  /** Days of 24 hours to move `expiresAt` by, if there is one: -36500 to 36500. Not with `expiresAt`. @example 30 */
  @WholeNumberField(DAYS_MIN, DAYS_RULE, DAYS_MAX)
  extendDays?: number;
}
