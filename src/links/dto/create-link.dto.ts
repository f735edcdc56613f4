import { requestOf } from '../../platform/fields/bodies';
import { LINK_FIELDS } from '../link-fields';
import { PasswordField } from '../passwords/password-field';
import { NeededName, NeededUrl } from './field-rules';

export class CreateLinkDto extends requestOf(LINK_FIELDS, 'create') {
  /** The short name: 1 to 128 of `A-Z a-z 0-9 - _ . ~`, no leading dot, case-insensitive. @example "spring-sale" */
  @NeededName()
  name: string;

  /** Target: an absolute http(s) URL of at most 2048 characters. @example "https://example.com/sale?utm_source=mail" */
  @NeededUrl()
  url: string;

  /** What visitors are asked for first, 1 to 200 characters. Nobody is if it is left out or null. @example "open sesame" */
  @PasswordField()
  password?: string | null;
}
