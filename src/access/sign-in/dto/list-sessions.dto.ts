import { PageLimit, RecordId } from '../../../platform/validation/validation';

/** Which sessions to list; by default the 100 newest. */
export class ListSessionsDto {
  /** At most this many sessions, 1 to 1000; 100 if omitted. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only sessions with a smaller id. @example 100 */
  @RecordId('before must be the id of a session.')
  before?: number;
}
