import { PageLimit, RecordId } from '../../../platform/validation/validation';

export class ListBulkChangesDto {
  /** At most this many, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only those with a smaller id. @example 100 */
  @RecordId('before must be the id of a bulk change.')
  before?: number;
}
