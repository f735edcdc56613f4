import { requestOf } from '../../../platform/fields/bodies';
import { WEBHOOK_FIELDS } from '../webhook-fields';
import type { KeyForm } from '../webhook.entity';
import type { Headers } from '../webhook-headers';
import { EventTypeNames, KeyForms, OneProduct, OwnHeaders } from './webhook-rules';

/** A webhook to create. */
export class CreateWebhookDto extends requestOf(WEBHOOK_FIELDS, 'create') {
  /** Only events of these types; all, also those to come, if omitted or empty. @example ["licenseKey.created", "licenseKey.disabled"] */
  @EventTypeNames()
  types?: string[];

  /** Only events about this product; about any if omitted or null. @example 6 */
  @OneProduct()
  pid?: number | null;

  /** Whether events have license keys in full, for which the caller needs `keys:read`, or shortened, the default. @example "short" */
  @KeyForms()
  keys?: KeyForm;

  /** Further headers of each request, at most 10; their values are kept encrypted and never shown. */
  @OwnHeaders()
  headers?: Headers;
}
