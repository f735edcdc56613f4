import { SearchText } from '../../../platform/search-index/search-text';
import { PageLimit, RecordId } from '../../../platform/validation/validation';

export class ListCustomersDto {
  /**
   * Only customers that have each of these words, or a word that begins so, in any case and without accents: in the
   * uid, name, e-mail address, note or a value of the metadata. @example "tanaka"
   */
  @SearchText()
  q?: string;

  /** Maximum number of customers, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only customers with a greater record id. @example 100 */
  @RecordId('after must be the record id of a customer.')
  after?: number;
}
