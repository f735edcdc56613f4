import { requestOf } from '../../../platform/fields/bodies';
import { WEBHOOK_FIELDS } from '../webhook-fields';
import type { KeyForm } from '../webhook.entity';
import type { Headers } from '../webhook-headers';
import { EventTypeNames, KeyForms, OneProduct, OwnHeaders } from './webhook-rules';

/** Omitted fields keep their values. */
export class UpdateWebhookDto extends requestOf(WEBHOOK_FIELDS, 'update') {
  /** Only events of these types; all, also those to come, if empty. @example ["licenseKey.created", "licenseKey.disabled"] */
  @EventTypeNames()
  types?: string[];

  /** Only events about this product; about any if null. @example 6 */
  @OneProduct()
  pid?: number | null;

  /** Whether events have license keys in full, for which the caller needs `keys:read`, or shortened. @example "short" */
  @KeyForms()
  keys?: KeyForm;

  /** All further headers of each request, at most 10; a value of `…`, as answers show it, keeps the present one. */
  @OwnHeaders()
  headers?: Headers;
}
