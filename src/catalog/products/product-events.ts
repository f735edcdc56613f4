import { recordEvents } from '../../platform/events/event-types';
import { ProductDto } from './dto/product.dto';

class ProductEventDto {
  /** The product. @example { "pid": 6, "name": "Pro" } */
  product: ProductDto;
}

class ChangedProductEventDto extends ProductEventDto {
  /** The former values of what changed; null if there was none. @example { "name": "Pro" } */
  previous: object;
}

export const PRODUCT_EVENTS = recordEvents({
  record: 'product',
  types: {
    create: { name: 'product.created', when: 'A product got a record.', data: ProductEventDto },
    update: { name: 'product.updated', when: 'A product was changed.', data: ChangedProductEventDto },
    delete: { name: 'product.deleted', when: 'The record of a product was deleted.', data: ProductEventDto },
  },
  about: (_, { targetId }) => ({ product: targetId }),
});
