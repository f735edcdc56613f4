import { PageLimit, RecordId } from '../../../platform/validation/validation';

/** Which API keys to list; without any of these, the first 100. */
export class ListApiKeysDto {
  /**
   * At most this many keys, 1 to 1000; 100 when left out.
   * @example 100
   */
  @PageLimit()
  limit?: number;

  /**
   * Keys with a greater id than this only.
   * @example 100
   */
  @RecordId('after must be the id of an API key.')
  after?: number;
}
