import { PageLimit, RecordId } from '../../../platform/validation/validation';
import { KeyFilterDto } from './key-filter.dto';

/** Which license keys to list; without any of these, all of them. */
export class ListLicenseKeysDto extends KeyFilterDto {
  /**
   * At most this many keys, 1 to 1000, with a `Link` header to the next page while more follow.
   * @example 100
   */
  @PageLimit()
  limit?: number;

  /**
   * Keys with a greater id than this only.
   * @example 100
   */
  @RecordId('after must be the id of a license key.')
  after?: number;
}
