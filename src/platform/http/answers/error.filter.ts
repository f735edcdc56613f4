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
import { isOwnPath } from '../routes/own-routes';
import type { Routes } from '../routes/routes';
import { prefersPage, sendPage } from './page';

/** Takes note of a refused request. */
export type NoteRefusal = (request: Request, status: number, refusal: Refusal) => void;

/** Turns whatever was thrown into the one error body, `{"msg"}`, or a page for who follows a link in a browser, and logs what a client must not see. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Error');

  /**
   * @param routes what the service answers
   * @param isPassing whether an error comes from a database that may do the same in a moment
   * @param noteRefusal is called for every request that is refused, even when the client has left
   */
  constructor(
    private readonly routes: Routes,
    private readonly isPassing: (thrown: unknown) => boolean,
    private readonly noteRefusal: NoteRefusal,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = this.toApiError(causeOf(thrown), request);
    if (error.refusal !== undefined) this.noteRefusal(request, error.status, error.refusal);
    // The deadline was faster, and this is what came of the handler afterwards.
    if (response.writableEnded) return;
    // Part of a streamed answer is out already: cutting the connection is the only way left to say that it failed.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    // What is missing or broken now may not be in a moment: no cache on the way shall remember it.
    response
      .status(error.status)
      .set({ 'Cache-Control': 'no-store', [ERROR_CODE_HEADER]: error.code, ...error.headers });
    if (!isOwnPath(request.path)) response.vary('Accept');
    if (prefersPage(request)) sendPage(response, errorPage(error));
    else response.json({ msg: error.message });
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
    const allowed = this.routes.methodsAt(request.path);
    return allowed.length === 0 ? notFound(NOTHING_THERE) : methodNotAllowed(allowed);
  }
}

/** Nest wraps the errors of Express. */
function causeOf(thrown: unknown): unknown {
  return thrown instanceof HttpException && thrown.cause instanceof Error ? thrown.cause : thrown;
}

/** The HTTP status that Nest or Express gave an error of theirs. */
function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number') return thrown.status;
  return undefined;
}
