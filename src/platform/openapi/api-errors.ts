import { STATUS_CODES } from 'node:http';
import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { bodyTooLarge, unsupportedMediaType } from '../errors/errors';
import { ErrorDto } from './dto/error.dto';

/**
 * Documents the errors of an operation: for each status, the messages that it may carry, as examples.
 * @param hasPages whether browsers get a page instead
 */
export function ApiErrors(errors: Readonly<Record<number, readonly string[]>>, hasPages = false): MethodDecorator {
  const responses = Object.entries(errors).map(([status, messages]) =>
    ApiResponse({
      status: Number(status),
      description: STATUS_CODES[status],
      content: {
        'application/json': {
          schema: { $ref: getSchemaPath(ErrorDto) },
          examples: Object.fromEntries(messages.map((msg, index) => [`${index + 1}`, { value: { msg } }])),
        },
        ...(hasPages && { 'text/html': { schema: { type: 'string' } } }),
      },
    }),
  );
  return applyDecorators(ApiExtraModels(ErrorDto), ...responses);
}

/** Documents what may be wrong with the body of a request: the mistakes, its length and its type. */
export function ApiBodyErrors(...mistakes: string[]): MethodDecorator {
  return ApiErrors({ 400: mistakes, 413: [bodyTooLarge().message], 415: [unsupportedMediaType().message] });
}
