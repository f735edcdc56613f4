import { requestOf } from '../../../platform/fields/bodies';
import { WholeNumberField } from '../../../platform/validation/validation';
import { PID_MAX, PID_RULE } from '../api-pid';
import { PRODUCT_FIELDS } from '../product-fields';

export class CreateProductDto extends requestOf(PRODUCT_FIELDS, 'create') {
  /** The pid; by default the next one that neither a product nor a license key has. @example 6 */
  @WholeNumberField(0, PID_RULE, PID_MAX)
  pid?: number;
}
