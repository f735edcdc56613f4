import { PageLimit, RecordId } from '../../../platform/validation/validation';

/** Which bulk changes to list. */
export class ListBulkChangesDto {
  /**
   * At most this many, 1 to 1000; 100 when left out.
   * @example 100
   */
  @PageLimit()
  limit?: number;

  /**
   * Those with a smaller id than this only.
   * @example 100
   */
  @RecordId('before must be the id of a bulk change.')
  before?: number;
}
