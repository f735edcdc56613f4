import { recordEvents } from '../../platform/events/event-types';
import { CustomerDto } from './dto/customer.dto';

class CustomerEventDto {
  /** The customer. @example { "uid": "customer-17", "name": "Ada Lovelace" } */
  customer: CustomerDto;
}

class ChangedCustomerEventDto extends CustomerEventDto {
  /** The former values of what changed; null if there was none. @example { "name": "Ada Byron" } */
  previous: object;
}

export const CUSTOMER_EVENTS = recordEvents({
  record: 'customer',
  types: {
    create: { name: 'customer.created', when: 'A customer was created.', data: CustomerEventDto },
    update: { name: 'customer.updated', when: 'A customer was changed.', data: ChangedCustomerEventDto },
    delete: {
      name: 'customer.deleted',
      when: 'A customer was erased; the data say no more than the audit does.',
      data: CustomerEventDto,
    },
  },
  about: ({ uid }) => ({ uid: uid as string | undefined }),
});
