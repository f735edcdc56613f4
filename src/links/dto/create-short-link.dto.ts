import { IsString } from 'class-validator';
import { requestOf } from '../../platform/fields/bodies';
import { Omittable } from '../../platform/validation/validation';
import { LINK_FIELDS } from '../link-fields';
import { PasswordField } from '../passwords/password-field';
import { NAME_TEXT_RULE, NeededUrl } from './field-rules';

export const URL_MISSING = { message: 'Body field not passed, url is required.' };

export class CreateShortLinkDto extends requestOf(LINK_FIELDS, 'create') {
  /** Target: an absolute http(s) URL of at most 2048 characters. @example "https://example.com/sale?utm_source=mail" */
  @NeededUrl(URL_MISSING)
  url: string;

  /**
   * The short name: 1 to 128 of `A-Z a-z 0-9 - _ . ~`, no leading dot, case-insensitive.
   * Random by default: 8 characters out of digits and lower-case consonants that are hard to confuse.
   * @example "spring-sale"
   */
  @Omittable()
  @IsString(NAME_TEXT_RULE)
  name?: string;

  /** What visitors are asked for first, 1 to 200 characters. Nobody is if it is left out or null. @example "open sesame" */
  @PasswordField()
  password?: string | null;
}
