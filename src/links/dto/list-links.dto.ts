import { IsNotEmpty, IsString, Matches, ValidateBy } from 'class-validator';
import { NAME, NAME_RULE } from '../../access/api-keys/dto/field-rules';
import { SearchText } from '../../platform/search-index/search-text';
import { AfterValue, ListOrder } from '../../platform/validation/order';
import { Omittable, PageLimit, RecordId } from '../../platform/validation/validation';
import { isTag } from '../../platform/fields/formats';
import { LINK_ORDERS, type LinkOrder } from '../link-order';
import { NAME_PREFIX } from '../link-name';
import { DOMAIN_TEXT_RULE, URL_TEXT_RULE } from './field-rules';

const TAG_RULE = { message: 'tag must be one tag: 1 to 50 characters, without commas.' };

export class ListLinksDto {
  /**
   * Only links that have each of these words, or a word that begins with it, in any case and without accents: in name,
   * title, tags, note or the host of the URL; or have it as record id. @example "spring sale"
   */
  @SearchText()
  q?: string;

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

  /** Only links of this domain; empty: only those at the service's own address. @example "go.example.com" */
  @Omittable()
  @IsString(DOMAIN_TEXT_RULE)
  domain?: string;

  /** Only links created by the API key with exactly this name. @example "first admin key" */
  @Omittable()
  @Matches(NAME, { message: NAME_RULE.message.replace('name', 'creator') })
  creator?: string;

  /** Maximum number of links, 1 to 1000; while more follow, a `Link` header points to the next page. @example 100 */
  @PageLimit()
  limit?: number;

  /** `oldest` first, which is the default, or `newest`; by `visits`, most first, some ten seconds behind. @example "visits" */
  @ListOrder(Object.keys(LINK_ORDERS))
  order?: LinkOrder;

  /** Only links after the one with this id in the order; by default, those with a greater id. @example 100 */
  @RecordId('after must be the id of a link.')
  after?: number;

  /** With `after` in an order by a field: that link's value, as in the `Link` header. @example "1200" */
  @AfterValue()
  afterValue?: string;
}
