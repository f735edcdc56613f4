import { IsNotEmpty, IsString, Matches, ValidateBy } from 'class-validator';
import { NAME, NAME_RULE } from '../../access/api-keys/dto/field-rules';
import { Omittable, PageLimit, RecordId } from '../../platform/validation/validation';
import { isTag } from '../../platform/fields/formats';
import { NAME_PREFIX } from '../link-name';
import { URL_TEXT_RULE } from './field-rules';

const TAG_RULE = { message: 'tag must be one tag: 1 to 50 characters, without commas.' };

export class ListLinksDto {
  /** Only links whose names start with this, in any case. @example "spring-" */
  @Omittable()
  @Matches(NAME_PREFIX, { message: 'namePrefix must be 1 to 128 of A-Z a-z 0-9 - _ . ~.' })
  namePrefix?: string;

  /** Only links to exactly this URL. @example "https://example.com/sale?utm_source=mail" */
  @Omittable()
  @IsString(URL_TEXT_RULE)
  @IsNotEmpty({ message: 'url must not be empty.' })
  url?: string;

  /** Only links with exactly this tag. @example "spring" */
  @Omittable()
  @ValidateBy({ name: 'isTag', validator: { validate: isTag } }, TAG_RULE)
  tag?: string;

  /** Only links created by the API key with exactly this name. @example "first admin key" */
  @Omittable()
  @Matches(NAME, { message: NAME_RULE.message.replace('name', 'creator') })
  creator?: string;

  /** Maximum number of links, 1 to 1000; while more follow, a `Link` header points to the next page. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only links with an id above this. @example 100 */
  @RecordId('after must be the id of a link.')
  after?: number;
}
