import { requestOf } from '../../../platform/fields/bodies';
import { WholeNumberField } from '../../../platform/validation/validation';
import { PRODUCT_FIELDS } from '../product-fields';

export const PID_MAX = 2_147_483_647;
export const PID_RULE = { message: `pid must be an integer from 0 to ${PID_MAX}.` };

export class CreateProductDto extends requestOf(PRODUCT_FIELDS, 'create') {
  /** The pid; by default the next one that neither a product nor a license key has. @example 6 */
  @WholeNumberField(0, PID_RULE, PID_MAX)
  pid?: number;
}
