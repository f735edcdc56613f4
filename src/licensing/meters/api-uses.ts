import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { ERROR_CODE_HEADER, type Problem } from '../../platform/errors/error-codes';
import { bodyTooLarge, conflict, missingScope, unsupportedMediaType } from '../../platform/errors/errors';
import { sendJson } from '../../platform/http/answers/send-json';
import { anyOf } from '../../platform/openapi/any-of';
import { ApiErrors, errorCodeHeader } from '../../platform/openapi/api-errors';
import { ErrorDto } from '../../platform/openapi/dto/error.dto';
import { AddressVerdictDto } from '../license-check/dto/verdict.dto';
import { ADDRESS_CODE, addressVerdict, NOT_AUTHORISED } from '../license-check/verdict';
import { PID_RULE } from '../license-keys/license-key-limits';
import { UseVerdictDto } from './dto/use.dto';
import { AMOUNT_RULE, AT_RULE, METER_RULE, type SentUse, USE_ID_RULE, USES_RULE } from './use-request';
import { USE_ID_TAKEN, type UseVerdict } from './use-verdict';

const TAKEN: Problem<'use.idTaken'> = { code: 'use.idTaken', message: USE_ID_TAKEN.details };

/** Documents what both ways to record uses share. @param problems further messages of a 400 */
export function ApiUses(
  one: Type,
  many: Type,
  ...problems: (string | Problem<'licenseKey.missing'>)[]
): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(one, many, UseVerdictDto, AddressVerdictDto),
    ApiBody({ schema: anyOf(one, many) }),
    ApiResponse({
      status: 200,
      description: 'The verdict, or for a list the verdicts in its order.',
      content: {
        'application/json': {
          schema: {
            anyOf: [
              { $ref: getSchemaPath(UseVerdictDto) },
              { type: 'array', items: { $ref: getSchemaPath(UseVerdictDto) } },
            ],
          },
        },
      },
    }),
    ApiErrors({
      400: [METER_RULE, AMOUNT_RULE, USE_ID_RULE, AT_RULE, USES_RULE, PID_RULE.message, ...problems],
      409: [TAKEN],
      413: [bodyTooLarge('300 kB')],
      415: [unsupportedMediaType()],
    }),
    ApiResponse({
      status: 403,
      description: "The client's address may not use the key (a list is answered 200), or the caller lacks the scope.",
      headers: { ...errorCodeHeader([ADDRESS_CODE, 'scope.missing', 'origin.foreign']) },
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
  );
}

/** @throws {ApiError} 409 if another use has the `useId` */
export function answerUses(response: Response, { isList }: SentUse, verdicts: readonly UseVerdict[]): void {
  const [verdict] = verdicts;
  if (isList) sendJson(response, 200, JSON.stringify(verdicts));
  else if (verdict.status === 'USE ID TAKEN') throw conflict(TAKEN);
  else if (verdict.status !== 'NOT AUTHORISED') sendJson(response, 200, JSON.stringify(verdict));
  else {
    const text = JSON.stringify({ ...verdict, msg: verdict.details });
    sendJson(response, 403, text, { [ERROR_CODE_HEADER]: ADDRESS_CODE });
  }
}
