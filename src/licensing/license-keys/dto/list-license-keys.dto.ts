import { PageLimit, RecordId } from '../../../platform/validation/validation';
import { KeyFilterDto } from './key-filter.dto';

export class ListLicenseKeysDto extends KeyFilterDto {
  /** At most this many keys, 1 to 1000. A `Link` header names the next page, if there is one. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only keys with a greater id. @example 100 */
  @RecordId('after must be the id of a license key.')
  after?: number;
}
