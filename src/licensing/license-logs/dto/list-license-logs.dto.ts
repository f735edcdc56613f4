import { PageLimit, RecordId } from '../../../platform/validation/validation';

export class ListLicenseLogsDto {
  /** Maximum number of logs, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only logs with an id below this. @example 5000 */
  @RecordId('before must be the id of a log record.')
  before?: number;
}
