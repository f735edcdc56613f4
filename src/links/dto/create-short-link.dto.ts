import { IsNotEmpty, IsString } from 'class-validator';
import { IsExpiryRule } from '../../platform/validation/times';
import { Omittable, WholeNumberField } from '../../platform/validation/validation';
import { MAX_VISITS_RULE, NAME_TEXT_RULE, URL_TEXT_RULE } from './field-rules';

export const URL_MISSING = { message: 'Body field not passed, url is required.' };

/** A link to create, under a name or under a random one. */
export class CreateShortLinkDto {
  /**
   * The target: an absolute http or https URL of at most 2048 characters.
   * @example "https://example.com/sale?utm_source=mail"
   */
  @IsString(URL_TEXT_RULE)
  @IsNotEmpty(URL_MISSING)
  url: string;

  /**
   * The short name: 1 to 128 of `A-Z a-z 0-9 - _ . ~`, not beginning with a dot, matched without regard to case. Left out,
   * a random one is made: 8 lower-case consonants and digits that can't be taken for one another.
   * @example "spring-sale"
   */
  @Omittable()
  @IsString(NAME_TEXT_RULE)
  name?: string;

  /**
   * From when on the link is gone, from 2001 on, in milliseconds since the Unix epoch or as an ISO date; a time in the past ends
   * it at once. Never when it is left out or 0.
   * @example 2524608000000
   */
  @IsExpiryRule()
  expiresAt?: number;

  /**
   * After how many visits the link is gone; any number when it is left out.
   * @example 100
   */
  @WholeNumberField(1, MAX_VISITS_RULE)
  maxVisits?: number;
}
