import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiQuery, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { bodyTooLarge, missingScope, unsupportedMediaTypeOfCheck } from '../../platform/errors/errors';
import { ApiErrors, errorCodeHeader } from '../../platform/openapi/api-errors';
import { ErrorDto } from '../../platform/openapi/dto/error.dto';
import { NONCE_RULE } from '../../signing/nonce';
import { DEVICE_NAME_RULE, DEVICE_RULE } from '../devices/device-text';
import { DEVICE_LENGTH } from '../devices/device.entity';
import { PID_RULE } from '../license-keys/license-key-limits';
import { ENTITLEMENTS_RULE, KEY_UNDER_OTHER_NAME, NO_KEY_SUPPLIED, REQUIRE_RULE } from './check-request';
import { AddressVerdictDto } from './dto/verdict.dto';
import { IGNORED_FIELDS_HEADER } from './ignored-fields';
import { ADDRESS_CODE, addressVerdict, NOT_AUTHORISED } from './verdict';

const DEVICE_SCHEMA = { type: 'string', minLength: 1, maxLength: DEVICE_LENGTH } as const;

const IGNORED_FIELDS = {
  [IGNORED_FIELDS_HEADER]: {
    description:
      'Fields of the body, form or query that this check does not read, such as a misspelt `pid`: up to 8 names, then how many others there are, as in `product, deviceId, +1`. Absent if it reads all of them.',
    schema: { type: 'string' as const },
  },
};

/** Documents what all checks share. @param problems further messages of a 400 */
export function ApiCheck(verdict: Type, ...problems: string[]): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(AddressVerdictDto),
    ApiResponse({ status: 200, type: verdict, description: 'The verdict.', headers: IGNORED_FIELDS }),
    ApiErrors({
      400: [
        NO_KEY_SUPPLIED,
        KEY_UNDER_OTHER_NAME,
        PID_RULE.message,
        'info must be text.',
        DEVICE_RULE.message,
        DEVICE_NAME_RULE.message,
        NONCE_RULE.message,
        ENTITLEMENTS_RULE,
        REQUIRE_RULE,
        ...problems,
      ],
      413: [bodyTooLarge()],
      415: [unsupportedMediaTypeOfCheck()],
    }),
    ApiResponse({
      status: 403,
      description: "The client's address may not use the key, or the caller lacks the scope.",
      headers: { ...errorCodeHeader([ADDRESS_CODE, 'scope.missing', 'origin.foreign']), ...IGNORED_FIELDS },
      content: {
        'application/json': {
          schema: { anyOf: [{ $ref: getSchemaPath(AddressVerdictDto) }, { $ref: getSchemaPath(ErrorDto) }] },
          examples: {
            address: { value: addressVerdict(NOT_AUTHORISED) },
            scope: { value: { msg: missingScope('check').message } },
            scopeOfPerson: { value: { msg: missingScope('check', true).message } },
          },
        },
      },
    }),
    ApiQueryField('info', { type: 'string' }, 'version 2.1'),
    ApiQueryField('device', DEVICE_SCHEMA, 'b7c1d9e2-0f6a-4c57-9d3b-2a1f4e8c6d05'),
    ApiQueryField('deviceName', DEVICE_SCHEMA, 'Laptop of Anna'),
    ApiQueryField('nonce', { type: 'string' }, 'pQ7vX2mN9kR4tW8yB3cF6g'),
    ApiQueryField('entitlements', { type: 'boolean' }, true),
    ApiQueryField('require', { type: 'string' }, 'export,projects'),
    ApiQueryField('log', { type: 'boolean' }, false),
  );
}

interface QuerySchema {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export function ApiQueryField(name: string, schema: QuerySchema, example: unknown): MethodDecorator {
  return ApiQuery({ name, required: false, schema, description: 'As in the body, which takes precedence.', example });
}
