import { recordShower } from '../../platform/fields/records';
import { CUSTOMER_FIELDS } from './customer-fields';
import type { Customer } from './customer.entity';
import type { CustomerDto } from './dto/customer.dto';

export type ShownCustomer = Omit<Customer, 'uidHash'>;

export const toCustomerDto: (customer: ShownCustomer) => CustomerDto = recordShower(CUSTOMER_FIELDS);
