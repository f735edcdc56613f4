import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  type Type,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { changedSince } from '../errors/errors';
import { errorCodeHeader } from '../openapi/api-errors';
import { ChangedRecordDto } from './dto/changed-record.dto';
import { type IfMatch, readIfMatch } from './if-match';
import type { RecordTags } from './record-tags';

/** Sends the ETag of the record that the handler returns, of the documented type. */
export function Tagged(tags: RecordTags, type: Type): MethodDecorator {
  const description = 'Identifies the state of what people can change, for `If-Match`.';
  return applyDecorators(
    ApiResponse({ status: 200, type, headers: { ETag: { description, schema: { type: 'string' } } } }),
    UseInterceptors({
      intercept(context: ExecutionContext, next: CallHandler<{ id: number }>): Observable<object> {
        const response = context.switchToHttp().getResponse<Response>();
        return next.handle().pipe(tap((record) => void response.set('ETag', tags.of(record))));
      },
    }),
  );
}

/** Documents `If-Match`, which `@ReadIfMatch()` reads. */
export function Conditional(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'If-Match',
      required: false,
      description:
        'The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state.',
      schema: { type: 'string' },
    }),
    ApiExtraModels(ChangedRecordDto),
    ApiResponse({
      status: 412,
      description: 'Somebody has changed the record since then.',
      headers: errorCodeHeader(['record.changed']),
      content: {
        'application/json': {
          schema: { $ref: getSchemaPath(ChangedRecordDto) },
          examples: { 'record.changed': { value: { msg: changedSince({ seats: 5 }).message, now: { seats: 5 } } } },
        },
      },
    }),
  );
}

/** The condition in `If-Match`; undefined without one. @throws {ApiError} 400 */
export const ReadIfMatch = createParamDecorator((_: unknown, context: ExecutionContext): IfMatch | undefined =>
  readIfMatch(context.switchToHttp().getRequest<Request>().headers['if-match']),
);
