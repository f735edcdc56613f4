import { GRACE_RULE } from '../../../access/api-keys/dto/field-rules';
import { GRACE_MAX } from '../../../access/api-keys/grace';
import { WholeNumberField } from '../../../platform/validation/validation';

/** How to rotate the secret of a webhook. */
export class RotateWebhookDto {
  /** How long deliveries are signed with the previous secret too, in seconds: 0 to 604800 (7 days); 86400 if omitted. @example 86400 */
  @WholeNumberField(0, GRACE_RULE, GRACE_MAX)
  graceSeconds?: number;
}
