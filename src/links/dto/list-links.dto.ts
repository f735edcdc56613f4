import { IsNotEmpty, IsString, Matches } from 'class-validator';
import { NAME, NAME_RULE } from '../../access/api-keys/dto/field-rules';
import { Omittable, PageLimit, RecordId } from '../../platform/validation/validation';
import { NAME_PREFIX } from '../link-name';
import { URL_TEXT_RULE } from './field-rules';

/** Which links to list; without any of these, all of them. */
export class ListLinksDto {
  /**
   * Links whose names begin like this only, in any case.
   * @example "spring-"
   */
  @Omittable()
  @Matches(NAME_PREFIX, { message: 'namePrefix must be 1 to 128 of A-Z a-z 0-9 - _ . ~.' })
  namePrefix?: string;

  /**
   * Links to exactly this URL only.
   * @example "https://example.com/sale?utm_source=mail"
   */
  @Omittable()
  @IsString(URL_TEXT_RULE)
  @IsNotEmpty({ message: 'url must not be empty.' })
  url?: string;

  /**
   * Links that the API key of exactly this name created only.
   * @example "first admin key"
   */
  @Omittable()
  @Matches(NAME, { message: NAME_RULE.message.replace('name', 'creator') })
  creator?: string;

  /**
   * At most this many links, 1 to 1000, with a `Link` header to the next page while more follow.
   * @example 100
   */
  @PageLimit()
  limit?: number;

  /**
   * Links with a greater id than this only.
   * @example 100
   */
  @RecordId('after must be the id of a link.')
  after?: number;
}
