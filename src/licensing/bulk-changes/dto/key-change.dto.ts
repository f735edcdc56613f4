import { WholeNumberField } from '../../../platform/validation/validation';
import { UpdateLicenseKeyDto } from '../../license-keys/dto/update-license-key.dto';

/** A hundred years. */
const DAYS_MAX = 36_500;
// Written out: what documents fields understands no sign in front of a name.
const DAYS_MIN = -36_500;
export const DAYS_RULE = { message: `extendDays must be an integer from ${DAYS_MIN} to ${DAYS_MAX}.` };

/** What to change on each license key; fields that are left out keep their values. */
export class KeyChangeDto extends UpdateLicenseKeyDto {
  /**
   * Days of 24 hours by which to move `expiresAt`, -36500 to 36500. License keys without an expiry stay as they are. Not together
   * with `expiresAt`.
   * @example 30
   */
  @WholeNumberField(DAYS_MIN, DAYS_RULE, DAYS_MAX)
  extendDays?: number;
}
