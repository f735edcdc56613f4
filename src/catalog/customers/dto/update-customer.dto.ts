import { requestOf } from '../../../platform/fields/bodies';
import { CUSTOMER_FIELDS } from '../customer-fields';

/** Omitted fields keep their values. */
export class UpdateCustomerDto extends requestOf(CUSTOMER_FIELDS, 'update') {}
