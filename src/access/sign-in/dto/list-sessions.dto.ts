import { PageLimit, RecordId } from '../../../platform/validation/validation';

/** Which sessions to list; without any of these, the 100 newest. */
export class ListSessionsDto {
  /**
   * At most this many sessions, 1 to 1000; 100 when left out.
   * @example 100
   */
  @PageLimit()
  limit?: number;

  /**
   * Sessions with a smaller id than this only.
   * @example 100
   */
  @RecordId('before must be the id of a session.')
  before?: number;
}
