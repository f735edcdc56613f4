import { requestOf } from '../../../platform/fields/bodies';
import { PRODUCT_FIELDS } from '../product-fields';

/** Omitted fields keep their values. */
export class UpdateProductDto extends requestOf(PRODUCT_FIELDS, 'update') {}
