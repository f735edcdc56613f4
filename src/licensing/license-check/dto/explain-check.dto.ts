import { ApiProperty } from '@nestjs/swagger';
import { Allow, Matches, ValidateBy } from 'class-validator';
import { canonicalAddress } from '../../../platform/addresses/address';
import type { Problem } from '../../../platform/errors/error-codes';
import { badRequest } from '../../../platform/errors/errors';
import { Time } from '../../../platform/validation/times';
import { Omittable, validate, WholeNumberField } from '../../../platform/validation/validation';
import { DEVICE_LENGTH } from '../../devices/device.entity';
import { PID_MAX, PID_RULE } from '../../license-keys/license-key-limits';
import { CHECK_FIELDS } from '../ignored-fields';
import { DEVICE_RULE, DEVICE_TEXT } from '../../devices/device-text';

export const ADDRESS_RULE = { message: 'address must be one IPv4 or IPv6 address.' };

/** What is said of a field that a check doesn't know. */
export const ignoredField = (field: string): Problem<'field.unknown'> => ({
  code: 'field.unknown',
  message: `A check ignores "${field.slice(0, 64)}", and names it in the header x-ignored-fields; the product is "pid", the device "device".`,
});

/**
 * Refuses the fields that a check ignores: in a request for an explanation they are misspelt.
 * @throws {ApiError} 400 naming what is wrong
 */
export function readExplainedCheck(body: unknown): Promise<ExplainCheckDto> {
  const field = isObject(body) ? Object.keys(body).find((name) => !KNOWN.has(name)) : undefined;
  if (field !== undefined) throw badRequest(ignoredField(field));
  return validate(ExplainCheckDto, body);
}

/** A check that is not made. Unlike one, it refuses fields that it does not know. */
export class ExplainCheckDto {
  /**
   * The license key, or its record id as text or integer.
   * @example "1"
   */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }] })
  // As a check reads it: `readNamedKey`.
  @Allow()
  id: string | number;

  /**
   * The product to be judged; left out, the product isn't judged.
   * @example 6
   */
  @WholeNumberField(0, PID_RULE, PID_MAX)
  pid?: number;

  /**
   * The device that the check would come from, as a client names it; left out, its address counts.
   * @example "b7c1d9e2-0f6a-4c57-9d3b-2a1f4e8c6d05"
   */
  @ApiProperty({ minLength: 1, maxLength: DEVICE_LENGTH })
  @Omittable()
  @Matches(DEVICE_TEXT, DEVICE_RULE)
  device?: string;

  /**
   * The client's address that the check would come from; left out, it is the caller's own.
   * @example "203.0.113.7"
   */
  @Omittable()
  @ValidateBy(
    {
      name: 'isAddress',
      validator: { validate: (value) => typeof value === 'string' && canonicalAddress(value) !== undefined },
    },
    ADDRESS_RULE,
  )
  address?: string;

  /**
   * The time of the check, in milliseconds since the Unix epoch, past or to come; left out, it is now. The license key and its
   * seats are as they are now in any case.
   * @example 1767225600000
   */
  @Time('at')
  at?: number;
}

const KNOWN = new Set([...CHECK_FIELDS, 'address', 'at']);

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
