import { applyDecorators, type CallHandler, type ExecutionContext, SetMetadata, UseInterceptors } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { allowTime } from '../requests/deadline';
import { markKey } from './read-routes';
import type { Mark } from './routes';

const mark = (name: Mark): MethodDecorator => SetMetadata(markKey(name), true);

/**
 * This handler takes forms as well as JSON, since programs in the field send them
 * (docs/decisions/021-deployed-clients.md): it finds their fields in `request.form`.
 */
export const AcceptsForm = (): MethodDecorator =>
  applyDecorators(mark('form'), ApiConsumes('application/json', 'application/x-www-form-urlencoded'));

/** This handler reads the body itself, once the guard has let the request in: it is larger than others, or isn't JSON. */
export const Upload = (): MethodDecorator => mark('upload');

/** Asked for a thousand times a second: a line in the log for each would cost more than the answers. */
export const HotPath = (): MethodDecorator => mark('hot');

/** Asked for all day by machines that only look whether the service is there. */
export const Probe = (): MethodDecorator => mark('probe');

/** This handler may take so many milliseconds, from the arrival of a request that the guard has let in. */
export const Deadline = (milliseconds: number): MethodDecorator =>
  UseInterceptors({
    intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
      allowTime(context.switchToHttp().getRequest<Request>(), milliseconds);
      return next.handle();
    },
  });
