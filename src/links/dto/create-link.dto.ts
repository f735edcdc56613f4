import { IsNotEmpty, IsString } from 'class-validator';
import { IsExpiryRule } from '../../platform/validation/times';
import { WholeNumberField } from '../../platform/validation/validation';
import { MAX_VISITS_RULE, NAME_TEXT_RULE, URL_TEXT_RULE } from './field-rules';

/** Interface, operation 9, to the letter. */
export const MISSING = { message: 'Body fields not passed, name and url are required.' };

/** What a creation and a row of an import say alike. */
export class LinkFieldsDto {
  /**
   * The short name: 1 to 128 of `A-Z a-z 0-9 - _ . ~`, not beginning with a dot, matched without regard to case.
   * @example "spring-sale"
   */
  @IsString(NAME_TEXT_RULE)
  @IsNotEmpty(MISSING)
  name: string;

  /**
   * The target: an absolute http or https URL of at most 2048 characters.
   * @example "https://example.com/sale?utm_source=mail"
   */
  @IsString(URL_TEXT_RULE)
  @IsNotEmpty(MISSING)
  url: string;

  /**
   * After how many visits the link is gone; any number when it is left out.
   * @example 100
   */
  @WholeNumberField(1, MAX_VISITS_RULE)
  maxVisits?: number;
}

/** A link to create under a name. */
export class CreateLinkDto extends LinkFieldsDto {
  /**
   * From when on the link is gone, from 2001 on, in milliseconds since the Unix epoch or as an ISO date; a time in the past ends
   * it at once. Never when it is left out or 0.
   * @example 2524608000000
   */
  @IsExpiryRule()
  expiresAt?: number;
}
