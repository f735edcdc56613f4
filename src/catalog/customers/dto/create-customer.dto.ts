import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { requestOf } from '../../../platform/fields/bodies';
import { isAcceptable, ruleOf } from '../../../platform/fields/rules';
import { Omittable } from '../../../platform/validation/validation';
import { CUSTOMER_FIELDS } from '../customer-fields';

const { uid } = CUSTOMER_FIELDS;
export const UID_RULE = { message: ruleOf('uid', uid, 'update') };

export function IsUid(): PropertyDecorator {
  const isUid = { validate: (value: unknown) => isAcceptable(uid, 'update', value) };
  return applyDecorators(
    ApiProperty({ minLength: 1, maxLength: uid.maximum }),
    ValidateBy({ name: 'isUid', validator: isUid }, UID_RULE),
  );
}

export class CreateCustomerDto extends requestOf(CUSTOMER_FIELDS, 'create') {
  /** The uid that license keys will name, or name already; a random one by default. @example "customer-17" */
  @IsUid()
  @Omittable()
  uid?: string;
}
