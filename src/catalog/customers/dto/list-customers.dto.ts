import { PageLimit, RecordId } from '../../../platform/validation/validation';

export class ListCustomersDto {
  /** Maximum number of customers, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only customers with a greater record id. @example 100 */
  @RecordId('after must be the record id of a customer.')
  after?: number;
}
