import { IsBoolean, Matches } from 'class-validator';
import { FlagText, IntegerParameter, Omittable, PageLimit, WholeNumber } from '../../http/validation';
import { flagRule, PID_MAX, PID_RULE, UID, UID_RULE } from './field-rules';

/** Which license keys to list; without any of these, all of them. */
export class ListLicenseKeysDto {
  /**
   * Keys of this user only.
   * @example "customer-17"
   */
  @Omittable()
  @Matches(UID, UID_RULE)
  uid?: string;

  /**
   * Keys for this product only.
   * @example 6
   */
  @IntegerParameter(0, PID_MAX, PID_RULE.message)
  pid?: number;

  /**
   * Active or inactive keys only.
   * @example true
   */
  @Omittable()
  @FlagText()
  @IsBoolean(flagRule('status'))
  status?: boolean;

  /**
   * Disabled keys only, or only those that aren't.
   * @example false
   */
  @Omittable()
  @FlagText()
  @IsBoolean(flagRule('disabled'))
  disabled?: boolean;

  /**
   * Node-locked keys only, or only those that aren't.
   * @example false
   */
  @Omittable()
  @FlagText()
  @IsBoolean(flagRule('locked'))
  locked?: boolean;

  /**
   * At most this many keys, 1 to 1000, with a `Link` header to the next page while more follow.
   * @example 100
   */
  @PageLimit()
  limit?: number;

  /**
   * Keys with a greater id than this only.
   * @example 100
   */
  @WholeNumber('after must be the id of a license key.')
  after?: number;
}
