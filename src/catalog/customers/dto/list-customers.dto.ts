import { SearchText } from '../../../platform/search-index/search-text';
import { AfterValue, ListOrder } from '../../../platform/validation/order';
import { PageLimit, RecordId } from '../../../platform/validation/validation';
import { CUSTOMER_ORDERS, type CustomerOrder } from '../customer-order';

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

  /**
   * `oldest` first, which is the default, or `newest`; by `name`, letter by letter as Unicode numbers them and those
   * without a name last; by `uid`. @example "newest"
   */
  @ListOrder(Object.keys(CUSTOMER_ORDERS))
  order?: CustomerOrder;

  /** Only customers behind the one with this record id in the order; with a greater id by default. @example 100 */
  @RecordId('after must be the record id of a customer.')
  after?: number;

  /** With `after` in an order by a field: where that customer is in it, as the `Link` header says. @example "Anna Tanaka" */
  @AfterValue()
  afterValue?: string;
}
