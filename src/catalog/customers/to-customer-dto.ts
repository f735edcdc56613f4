import { namesIn } from '../../platform/fields/field';
import { RecordTags } from '../../platform/preconditions/record-tags';
import { recordShower } from '../../platform/fields/records';
import { CUSTOMER_FIELDS } from './customer-fields';
import type { Customer } from './customer.entity';
import type { CustomerDto } from './dto/customer.dto';

export const CUSTOMER_TAGS = new RecordTags('customer', namesIn(CUSTOMER_FIELDS, 'update'));

export type ShownCustomer = Omit<Customer, 'uidHash' | 'emailHash'>;

export const toCustomerDto: (customer: ShownCustomer) => CustomerDto = recordShower(CUSTOMER_FIELDS);
