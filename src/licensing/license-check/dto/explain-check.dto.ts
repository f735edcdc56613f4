import { ApiProperty } from '@nestjs/swagger';
import { Allow, IsBoolean, Matches, ValidateBy } from 'class-validator';
import { RELEASE_FIELDS } from '../../../catalog/releases/release-fields';
import { canonicalAddress } from '../../../platform/addresses/address';
import type { Problem } from '../../../platform/errors/error-codes';
import { badRequest, invalidField } from '../../../platform/errors/errors';
import { ruleOf } from '../../../platform/fields/rules';
import { isObject } from '../../../platform/validation/json-object';
import { Time } from '../../../platform/validation/times';
import { Omittable, RecordId, validate, WholeNumberField } from '../../../platform/validation/validation';
import { DEVICE_LENGTH } from '../../devices/device.entity';
import { PID_MAX, PID_RULE } from '../../license-keys/license-key-limits';
import { ENTITLEMENTS_RULE, isVersion } from '../check-request';
import { CHECK_FIELDS } from '../ignored-fields';
import { DEVICE_RULE, DEVICE_TEXT } from '../../devices/device-text';

export const ADDRESS_RULE = { message: 'address must be one IPv4 or IPv6 address.' };

export const VERSION_RULE = { message: ruleOf('version', RELEASE_FIELDS.version, 'create') };

export const TEST_RULE = 'test must be true or false.';

export const DEVICE_ID_RULE = 'deviceId must be the id of a device of the license key.';

export const LOG_ALONE = 'log stands alone: key, product, address, device and time are those of the log.';

export const ignoredField = (field: string): Problem<'field.unknown'> => ({
  code: 'field.unknown',
  message: `A check ignores "${field.slice(0, 64)}", and lists it in the header x-ignored-fields; the product is "pid", the device "device".`,
});

/** The log to explain, if the body names one. @throws {ApiError} 400 if it is none, or doesn't stand alone */
export async function readExplainedLog(body: unknown): Promise<number | undefined> {
  if (!isObject(body) || !('log' in body)) return undefined;
  if (Object.keys(body).length > 1) throw invalidField(LOG_ALONE);
  return (await validate(ExplainLogDto, body)).log;
}

/** Refuses fields that a check ignores: here they are misspelt. @throws {ApiError} 400 naming what is wrong */
export function readExplainedCheck(body: unknown): Promise<ExplainCheckDto> {
  const field = isObject(body) ? Object.keys(body).find((name) => !KNOWN.has(name)) : undefined;
  if (field !== undefined) throw badRequest(ignoredField(field));
  return validate(ExplainCheckDto, body);
}

/** A check to explain. Unlike a check, it refuses unknown fields. */
export class ExplainCheckDto {
  /** The license key, or its record id as text or integer. @example "1" */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }] })
  // `readNamedKey` validates it.
  @Allow()
  id: string | number;

  /** The product to judge; without it, the product isn't judged. @example 6 */
  @WholeNumberField(0, PID_RULE, PID_MAX)
  pid?: number;

  /** The device; without it, the address counts as one. @example "b7c1d9e2-0f6a-4c57-9d3b-2a1f4e8c6d05" */
  @ApiProperty({ minLength: 1, maxLength: DEVICE_LENGTH })
  @Omittable()
  @Matches(DEVICE_TEXT, DEVICE_RULE)
  device?: string;

  /** A listed device by its id among those of the license key; `device` is ignored then. @example 1 */
  @RecordId(DEVICE_ID_RULE)
  deviceId?: number;

  /** The client's address; the caller's own by default. @example "203.0.113.7" */
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
   * Time of the check in milliseconds since the Unix epoch; now by default. The key and its seats are always the
   * current ones.
   * @example 1767225600000
   */
  @Time('at')
  at?: number;

  /** The version of the program, as in a check. @example "2.1.0" */
  @ApiProperty({ maxLength: RELEASE_FIELDS.version.maximum })
  @Omittable()
  @ValidateBy({ name: 'isVersion', validator: { validate: isVersion } }, VERSION_RULE)
  version?: string;

  /** `true` asks what the license key contains, as in a check. @example true */
  @Omittable()
  @IsBoolean({ message: ENTITLEMENTS_RULE })
  entitlements?: boolean;

  /** `true` for a check by an API key with the scope `check:test`, which passes test keys. @example false */
  @Omittable()
  @IsBoolean({ message: TEST_RULE })
  test?: boolean;

  /** Entitlements without which the program does nothing, as in a check. @example ["export"] */
  @ApiProperty({ oneOf: [{ type: 'array', items: { type: 'string' }, maxItems: 64 }, { type: 'string' }] })
  // `readRequired` validates it.
  @Allow()
  require?: string[] | string;
}

/** A logged check to explain. */
export class ExplainLogDto {
  /** The id of its log; needs the scope `logs:read` too. @example 1 */
  @RecordId('log must be the id of a log record.')
  log: number;
}

const KNOWN = new Set([...CHECK_FIELDS, 'deviceId', 'address', 'at', 'version', 'test']);
