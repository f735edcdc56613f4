import { PageLimit, RecordId } from '../../../platform/validation/validation';

/** Which API keys to list; by default the first 100. */
export class ListApiKeysDto {
  /** At most this many keys, 1 to 1000; 100 if omitted. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only keys with a greater id. @example 100 */
  @RecordId('after must be the id of an API key.')
  after?: number;
}
