import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { errorPage } from './error-page';
import {
  ApiError,
  badRequest,
  failed,
  MALFORMED_PATH,
  methodNotAllowed,
  NOTHING_THERE,
  notFound,
  type Refusal,
  unavailable,
} from '../../errors/errors';
import { ERROR_CODE_HEADER } from '../../errors/error-codes';
import { during } from '../../telemetry/telemetry';
import { isOwnPath } from '../routes/own-paths';
import { prefersPage, sendPage } from './page';

declare module 'express-serve-static-core' {
  interface Request {
    /** Lets parts of the service answer errors with their own pages; status and headers are set. Returns false to leave it to the filter. */
    sendError?: (error: ApiError) => boolean;
  }
}

type NoteRefusal = (request: Request, status: number, refusal: Refusal) => void;

/** Turns anything thrown into the error body `{"msg"}`, or a page for browsers, and logs what clients must not see. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Error');

  /** @param isPassing whether a database error is temporary */
  constructor(
    private readonly methodsAt: (path: string) => string[],
    private readonly isPassing: (thrown: unknown) => boolean,
    private readonly noteRefusal: NoteRefusal,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (isTooLate(thrown, response)) return;
    const error = during(request.trace, () => this.told(causeOf(thrown), request));
    // The deadline has answered already.
    if (response.writableEnded) return;
    // A streamed answer has begun: only cutting the connection can still signal the failure.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    // The failure may be temporary, so no cache may keep it.
    response
      .status(error.status)
      .set({ 'Cache-Control': 'no-store', [ERROR_CODE_HEADER]: error.code, ...error.headers });
    if (!isOwnPath(request.path)) response.vary('Accept');
    if (request.sendError?.(error)) return;
    if (prefersPage(request)) sendPage(response, errorPage(error));
    else response.json({ msg: error.message, ...error.more });
  }

  /** Logs the error if necessary. @returns the error to answer with */
  private told(thrown: unknown, request: Request): ApiError {
    const error = this.toApiError(thrown, request);
    if (error.refusal !== undefined) this.noteRefusal(request, error.status, error.refusal);
    return error;
  }

  private toApiError(thrown: unknown, request: Request): ApiError {
    if (thrown instanceof ApiError) return thrown;
    if (this.isPassing(thrown)) {
      this.logger.warn({ requestId: request.id, err: thrown }, 'The database did not do it');
      return unavailable();
    }
    const status = statusOf(thrown);
    if (status === 404) return this.unknownRoute(request);
    if (thrown instanceof URIError) return badRequest(MALFORMED_PATH);
    if (status !== undefined && status < 500)
      return badRequest({ code: 'request.malformed', message: 'The request could not be understood.' });
    this.logger.error({ requestId: request.id, err: thrown }, 'A request failed unexpectedly');
    return failed();
  }

  private unknownRoute(request: Request): ApiError {
    const allowed = this.methodsAt(request.path);
    return allowed.length === 0 ? notFound(NOTHING_THERE) : methodNotAllowed(allowed);
  }
}

/** Nest wraps the errors of Express. */
function causeOf(thrown: unknown): unknown {
  return thrown instanceof HttpException && thrown.cause instanceof Error ? thrown.cause : thrown;
}

/** Whether a handler only wanted to answer when the deadline already had. */
function isTooLate(thrown: unknown, { writableEnded }: Response): boolean {
  return writableEnded && thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_HTTP_HEADERS_SENT';
}

function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number') return thrown.status;
  return undefined;
}
