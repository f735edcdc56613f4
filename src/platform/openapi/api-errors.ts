import { STATUS_CODES } from 'node:http';
import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { type CodeOf, ERROR_CODE_HEADER, type ErrorCode, type ErrorStatus, type Problem } from '../errors/error-codes';
import { bodyTooLarge, unsupportedMediaType } from '../errors/errors';
import { ErrorDto } from './dto/error.dto';

/** A plain string is the message for an invalid field. */
type Documented<Status> = Problem<CodeOf<Status>> | (Status extends 400 ? string : never);
type DocumentedErrors = { readonly [Status in ErrorStatus]?: readonly Documented<Status>[] };

/** Codes that any operation may answer with. */
const ANYWHERE: Readonly<Record<string, readonly ErrorCode[]>> = {
  400: [
    'body.malformed',
    'field.invalid',
    'field.unknown',
    'header.missing',
    'header.repeated',
    'path.malformed',
    'query.tooLong',
    'request.malformed',
  ],
  503: ['service.busy', 'service.stopping'],
};

/** Documents an operation's errors by status. @param hasPages whether browsers get a page */
export function ApiErrors(errors: DocumentedErrors, hasPages = false): MethodDecorator {
  const responses = Object.entries(errors).map(([status, documented]) => {
    const problems = documented.map(toProblem);
    return ApiResponse({
      status: Number(status),
      description: STATUS_CODES[status],
      headers: errorCodeHeader([...problems.map(({ code }) => code), ...(ANYWHERE[status] ?? [])]),
      content: {
        'application/json': { schema: { $ref: getSchemaPath(ErrorDto) }, examples: examplesOf(problems) },
        ...(hasPages && { 'text/html': { schema: { type: 'string' } } }),
      },
    });
  });
  return applyDecorators(ApiExtraModels(ErrorDto), ...responses);
}

export function ApiBodyErrors(...mistakes: Documented<400>[]): MethodDecorator {
  return ApiErrors({ 400: mistakes, 413: [bodyTooLarge()], 415: [unsupportedMediaType()] });
}

export function errorCodeHeader(codes: readonly ErrorCode[]) {
  const description = 'What is wrong, for programs.';
  return { [ERROR_CODE_HEADER]: { description, schema: { type: 'string' as const, enum: [...new Set(codes)] } } };
}

function examplesOf(problems: readonly Problem[]): Record<string, { value: ErrorDto }> {
  const times = new Map<ErrorCode, number>();
  return Object.fromEntries(
    problems.map(({ code, message }) => {
      const time = (times.get(code) ?? 0) + 1;
      times.set(code, time);
      return [time === 1 ? code : `${code}.${time}`, { value: { msg: message } }];
    }),
  );
}

const toProblem = (documented: Problem | string): Problem =>
  typeof documented === 'string' ? { code: 'field.invalid', message: documented } : documented;
