import { applyDecorators, type CallHandler, type ExecutionContext, SetMetadata, UseInterceptors } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { allowTime } from '../requests/deadline';

declare module 'express-serve-static-core' {
  interface Request {
    /** Absent for unknown routes. */
    handler?: object;
  }
}

const BODY = 'keylink:body';
const LOG = 'keylink:log';

export const bodyKindOf = (handler: object) =>
  Reflect.getMetadata(BODY, handler) as 'form' | 'shortForm' | 'list' | 'upload' | 'raw' | undefined;

export const logKindOf = (handler: object) => Reflect.getMetadata(LOG, handler) as 'hot' | 'probe' | undefined;

/** Accepts forms as well as JSON. A form's fields are in `request.form`. @param length short ones are for handlers that anybody may call */
export const AcceptsForm = (length: 'short' | 'usual' = 'usual'): MethodDecorator =>
  applyDecorators(
    SetMetadata(BODY, length === 'short' ? 'shortForm' : 'form'),
    ApiConsumes('application/json', 'application/x-www-form-urlencoded'),
  );

/** Takes a longer body, for lists. */
export const TakesList = (): MethodDecorator => SetMetadata(BODY, 'list');

/** Takes a body of any kind, whose bytes are in `request.rawBody`. */
export const TakesAnything = (): MethodDecorator => SetMetadata(BODY, 'raw');

export const Upload = (): MethodDecorator => SetMetadata(BODY, 'upload');

/** For routes with a thousand requests per second: logging each would cost more than the answer. */
export const HotPath = (): MethodDecorator => SetMetadata(LOG, 'hot');

export const Probe = (): MethodDecorator => SetMetadata(LOG, 'probe');

/** Milliseconds from the request's arrival. */
export const Deadline = (milliseconds: number): MethodDecorator =>
  UseInterceptors({
    intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
      allowTime(context.switchToHttp().getRequest<Request>(), milliseconds);
      return next.handle();
    },
  });
