import { ApiParam } from '@nestjs/swagger';
import { CUSTOMER_FIELDS } from './customer-fields';

const { uid } = CUSTOMER_FIELDS;

export const ApiUid = (): MethodDecorator =>
  ApiParam({
    name: 'uid',
    description: 'The uid of the customer.',
    schema: { type: 'string', minLength: 1, maxLength: uid.maximum, example: uid.example },
  });
