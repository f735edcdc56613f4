import { WholeNumberField } from '../../../platform/validation/validation';
import { GRACE_MAX } from '../grace';
import { GRACE_RULE } from './field-rules';

/** How to rotate an API key. */
export class RotateApiKeyDto {
  /**
   * How long the secret before stays valid, in seconds: 0 to 604800, which is 7 days; 0 when left out.
   * @example 3600
   */
  @WholeNumberField(0, GRACE_RULE, GRACE_MAX)
  graceSeconds?: number;
}
