import { IsString } from 'class-validator';
import { IsExpiryRule } from '../../platform/validation/times';
import { Omittable, WholeNumberField } from '../../platform/validation/validation';
import { NEW_MAX_VISITS_RULE, URL_TEXT_RULE } from './field-rules';

/** What to change on a link; fields that are left out keep their values. */
export class UpdateLinkDto {
  /**
   * The new target: an absolute http or https URL of at most 2048 characters.
   * @example "https://example.com/summer"
   */
  @Omittable()
  @IsString(URL_TEXT_RULE)
  url?: string;

  /**
   * From when on the link is gone, from 2001 on, in milliseconds since the Unix epoch or as an ISO date; a time in the past ends
   * it at once. 0 clears it.
   * @example 2524608000000
   */
  @IsExpiryRule()
  expiresAt?: number;

  /**
   * After how many visits, those that it has had included, the link is gone. 0 clears it.
   * @example 200
   */
  @WholeNumberField(0, NEW_MAX_VISITS_RULE)
  maxVisits?: number;
}
