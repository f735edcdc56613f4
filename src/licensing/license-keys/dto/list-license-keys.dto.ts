import { AfterValue, ListOrder } from '../../../platform/validation/order';
import { PageLimit, RecordId } from '../../../platform/validation/validation';
import { LICENSE_KEY_ORDERS, type LicenseKeyOrder } from '../license-key-search';
import { KeyFilterDto } from './key-filter.dto';

export class ListLicenseKeysDto extends KeyFilterDto {
  /** At most this many keys, 1 to 1000. A `Link` header names the next page, if there is one. @example 100 */
  @PageLimit()
  limit?: number;

  /**
   * `oldest` first, which is the default, or `newest`; by `expiresAt`, soonest first and those without one last; by
   * `lastSeen`, the hour of the last check, latest first; by `uid`. @example "newest"
   */
  @ListOrder(Object.keys(LICENSE_KEY_ORDERS))
  order?: LicenseKeyOrder;

  /** Only keys after the one with this id in the order; by default, those with a greater id. @example 100 */
  @RecordId('after must be the id of a license key.')
  after?: number;

  /** With `after` in an order by a field: that key's value, as in the `Link` header. @example "customer-17" */
  @AfterValue()
  afterValue?: string;
}
