import { IsString } from 'class-validator';
import { requestOf } from '../../platform/fields/bodies';
import { Omittable } from '../../platform/validation/validation';
import { LINK_FIELDS } from '../link-fields';
import { PasswordField } from '../passwords/password-field';
import { URL_TEXT_RULE } from './field-rules';

/** Omitted fields keep their values. */
export class UpdateLinkDto extends requestOf(LINK_FIELDS, 'update') {
  /** New target: an absolute http(s) URL of at most 2048 characters. @example "https://example.com/summer" */
  @Omittable()
  @IsString(URL_TEXT_RULE)
  url?: string;

  /** What visitors are asked for first, 1 to 200 characters. Null takes the password away. @example "open sesame" */
  @PasswordField()
  password?: string | null;
}
