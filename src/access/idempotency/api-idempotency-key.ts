import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { CodeOf, Problem } from '../../platform/errors/error-codes';
import { ApiErrors } from '../../platform/openapi/api-errors';

export const LENGTH_MAX = 255;

export const UNUSABLE = `The Idempotency-Key header must be 1 to ${LENGTH_MAX} printable ASCII characters.`;
export const OTHER_BODY: Problem<'idempotencyKey.otherBody'> = {
  code: 'idempotencyKey.otherBody',
  message: 'This Idempotency-Key was used before with a different body; use a new one.',
};
export const DELETED: Problem<'idempotencyKey.deleted'> = {
  code: 'idempotencyKey.deleted',
  message: 'What this Idempotency-Key created has been deleted; use a new one.',
};

const REPEATABLE =
  'Makes the request repeatable for 24 hours: sent again with the same body, it creates nothing new. Any text, such as `order-4711`.';

export const ApiIdempotencyKey = (description: string): MethodDecorator =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description,
    schema: { type: 'string', minLength: 1, maxLength: LENGTH_MAX },
  });

/** Documents the header `Idempotency-Key` of a creation. @param conflicts the creation's other conflicts */
export const ApiRepeatable = (...conflicts: Problem<CodeOf<409>>[]): MethodDecorator =>
  applyDecorators(ApiIdempotencyKey(REPEATABLE), ApiErrors({ 409: [...conflicts, OTHER_BODY, DELETED] }));
