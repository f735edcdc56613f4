import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { NAME, NAME_RULE } from '../../access/api-keys/dto/field-rules';
import { requestOf } from '../../platform/fields/bodies';
import { Omittable } from '../../platform/validation/validation';
import { LINK_FIELDS } from '../link-fields';
import { PasswordField } from '../passwords/password-field';
import { NeededName, NeededUrl } from './field-rules';

const CREATOR_RULE = { message: NAME_RULE.message.replace('name', 'creator') };
const CREATOR_ID_RULE = { message: 'creatorID must be 1 to 64 printable ASCII characters without spaces.' };
const CREATED_AT_RULE = {
  message: 'createdAt must be a time in milliseconds since the Unix epoch, as 1 to 15 digits.',
};

/** A link to import. An `id` is ignored. */
export class ImportLinkDto extends requestOf(LINK_FIELDS, 'import') {
  /** The short name: 1 to 128 of `A-Z a-z 0-9 - _ . ~`, no leading dot, case-insensitive. @example "spring-sale" */
  @NeededName()
  name: string;

  /** Target: an absolute http(s) URL of at most 2048 characters. @example "https://example.com/sale?utm_source=mail" */
  @NeededUrl()
  url: string;

  /** Name of its creator, an API key; the importing key by default. Others need `admin`. @example "first admin key" */
  @Omittable()
  @Matches(NAME, CREATOR_RULE)
  creator?: string;

  /** Id of its creator, an API key; the importing key by default. Others need the scope `admin`. @example "1" */
  @Omittable()
  @Matches(/^[\x21-\x7e]{1,64}$/, CREATOR_ID_RULE)
  creatorID?: string;

  /** Creation time: ISO date, or milliseconds since the Unix epoch as text; now by default. @example "1767225600000" */
  @ApiProperty({ type: 'string' })
  @Omittable()
  @Matches(/^\d{1,15}$/, CREATED_AT_RULE)
  createdAt?: string;

  /** What visitors are asked for first, 1 to 200 characters. Nobody is if it is left out. @example "open sesame" */
  @PasswordField()
  password?: string | null;
}
