import { WholeNumberField } from '../../../platform/validation/validation';

export const WEBHOOK_GRACE_MAX = 604_800;
export const GRACE_RULE = { message: `graceSeconds must be an integer from 0 to ${WEBHOOK_GRACE_MAX}.` };

/** How to rotate the secret of a webhook. */
export class RotateWebhookDto {
  /** How long deliveries are signed with the previous secret too, in seconds: 0 to 604800 (7 days); 86400 if omitted. @example 86400 */
  @WholeNumberField(0, GRACE_RULE, WEBHOOK_GRACE_MAX)
  graceSeconds?: number;
}
