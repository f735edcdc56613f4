import { PageLimit, RecordId } from '../../../platform/validation/validation';

/** Which logs of a license key to list; without any of these, the 100 most recent. */
export class ListLicenseLogsDto {
  /**
   * At most this many logs, 1 to 1000; 100 when left out.
   * @example 100
   */
  @PageLimit()
  limit?: number;

  /**
   * Logs with a smaller id than this only.
   * @example 5000
   */
  @RecordId('before must be the id of a log record.')
  before?: number;
}
