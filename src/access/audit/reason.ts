import { ApiQuery } from '@nestjs/swagger';
import { invalidField } from '../../platform/errors/errors';
import { isAcceptable, ruleOf } from '../../platform/fields/rules';
import type { Actor } from './actor';
import { REASON } from './reason-field';

export const REASON_RULE = ruleOf('reason', REASON, 'update');

/** Documents `reason` as a parameter. */
export const ApiReason = () =>
  ApiQuery({
    name: 'reason',
    required: false,
    schema: { type: 'string', maxLength: REASON.maximum },
    description: REASON.docs.update,
    example: REASON.example,
  });

/** For requests without a DTO that has `REASON`. @throws {ApiError} 400 */
export function readReason(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (!isAcceptable(REASON, 'update', value)) throw invalidField(REASON_RULE);
  return value as string;
}

/** Adds a reason to the actor; an empty one is ignored. */
export const because = <A extends Actor>(actor: A, reason: string | undefined): A =>
  reason ? { ...actor, reason } : actor;
