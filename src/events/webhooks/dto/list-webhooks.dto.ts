import { PageLimit, RecordId } from '../../../platform/validation/validation';

export class ListWebhooksDto {
  /** Maximum number of webhooks, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only webhooks with a greater id. @example 3 */
  @RecordId('after must be the id of a webhook.')
  after?: number;
}
