import { WholeNumberField } from '../../../platform/validation/validation';
import { GRACE_MAX } from '../grace';
import { GRACE_RULE } from './field-rules';

/** How to rotate an API key. */
export class RotateApiKeyDto {
  /** How long the previous secret stays valid, in seconds: 0 to 604800 (7 days); 0 if omitted. @example 3600 */
  @WholeNumberField(0, GRACE_RULE, GRACE_MAX)
  graceSeconds?: number;
}
