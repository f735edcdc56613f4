import { answerOf } from '../../../platform/fields/bodies';
import { CUSTOMER_FIELDS } from '../customer-fields';

export class CustomerDto extends answerOf(CUSTOMER_FIELDS) {}
