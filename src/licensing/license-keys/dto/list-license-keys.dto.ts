import { AfterValue, ListOrder } from '../../../platform/validation/order';
import { PageLimit, RecordId } from '../../../platform/validation/validation';
import { LICENSE_KEY_ORDERS, type LicenseKeyOrder } from '../license-key-search';
import { KeyFilterDto } from './key-filter.dto';

export class ListLicenseKeysDto extends KeyFilterDto {
  /** At most this many keys, 1 to 1000. A `Link` header names the next page, if there is one. @example 100 */
  @PageLimit()
  limit?: number;

  /**
   * `oldest` first, which is the default, or `newest`; by `expiresAt`, those that expire soonest first and those that
   * don't last; by `lastSeen`, the hour of the last check, latest first; by `uid`. @example "newest"
   */
  @ListOrder(Object.keys(LICENSE_KEY_ORDERS))
  order?: LicenseKeyOrder;

  /** Only keys behind the one with this id in the order; with a greater id by default. @example 100 */
  @RecordId('after must be the id of a license key.')
  after?: number;

  /** With `after` in an order by a field: where that key is in it, as the `Link` header says. @example "customer-17" */
  @AfterValue()
  afterValue?: string;
}
