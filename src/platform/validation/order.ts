import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Matches } from 'class-validator';
import { invalidField } from '../errors/errors';
import { Omittable } from './validation';

const VALUE = /^[^\p{Cc}\p{Cs}]{1,191}$/u;
const AFTER_VALUE_RULE = 'after and afterValue must be as the Link header of the page before has them.';

export function ListOrder(orders: readonly string[]): PropertyDecorator {
  const rule = { message: `order must be one of ${orders.join(', ')}.` };
  return applyDecorators(ApiProperty({ enum: orders }), Omittable(), IsIn(orders, rule));
}

/** Query parameter for orders by a field, besides `after`. */
export function AfterValue(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ minLength: 1, maxLength: 191 }),
    Omittable(),
    Matches(VALUE, { message: AFTER_VALUE_RULE }),
  );
}

interface Order {
  /** `id` for the order of record ids. */
  readonly column: string;
  readonly isText: boolean;
  readonly hasNulls: boolean;
}

/** Where the previous page ended. @throws {ApiError} 400 if it isn't a position in the order */
export function readPlace(
  { after, afterValue }: { readonly after?: number; readonly afterValue?: string },
  { column, isText, hasNulls }: Order,
): { id: number; value: number | string | null } | undefined {
  if (after === undefined) {
    if (afterValue !== undefined) throw invalidField(AFTER_VALUE_RULE);
    return undefined;
  }
  const isById = column === 'id';
  if (isById === (afterValue !== undefined) && !(afterValue === undefined && hasNulls)) {
    throw invalidField(AFTER_VALUE_RULE);
  }
  if (isById || afterValue === undefined) return { id: after, value: null };
  if (isText) return { id: after, value: afterValue };
  if (!/^\d{1,16}$/.test(afterValue)) throw invalidField(AFTER_VALUE_RULE);
  return { id: after, value: Number(afterValue) };
}
