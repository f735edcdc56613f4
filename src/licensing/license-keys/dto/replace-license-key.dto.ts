import { REASON } from '../../../access/audit/reason-field';
import { requestOf } from '../../../platform/fields/bodies';
import { WholeNumberField } from '../../../platform/validation/validation';
import { KEY_GRACE_MAX } from '../license-key-limits';

export const GRACE_RULE = { message: `graceSeconds must be an integer from 0 to ${KEY_GRACE_MAX}.` };

/** How to replace a license key. */
export class ReplaceLicenseKeyDto extends requestOf({ reason: REASON }, 'update') {
  /** How long the former key still passes, in seconds: 0 to 31536000 (365 days); 0 if omitted. @example 604800 */
  @WholeNumberField(0, GRACE_RULE, KEY_GRACE_MAX)
  graceSeconds?: number;
}
