import { answerOf } from '../../../platform/fields/bodies';
import { PRODUCT_FIELDS } from '../product-fields';

const PID = { description: 'The pid that license keys name.', example: 6 };

export class ProductDto extends answerOf(PRODUCT_FIELDS, PID) {}
