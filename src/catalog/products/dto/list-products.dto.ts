import { PageLimit, RecordId } from '../../../platform/validation/validation';

export class ListProductsDto {
  /** Maximum number of products, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only products with a greater pid. @example 100 */
  @RecordId('after must be the pid of a product.')
  after?: number;
}
