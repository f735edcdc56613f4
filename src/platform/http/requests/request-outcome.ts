import type { NextFunction, Request, Response } from 'express';
import { DOCUMENTATION, isDocumentation } from '../routes/documentation';

/** What became of a request. */
export interface RequestOutcome {
  readonly request: Request;
  readonly method: string;
  /** The pattern of the path, never the path itself, which may hold a license key. */
  readonly route: string;
  /** The HTTP status, or `aborted` when the client left, or was cut off, before it had the answer. */
  readonly status: number | 'aborted';
  /** From the request's head to the end of its answer. */
  readonly milliseconds: number;
}

/** Middleware: tells the listeners what became of each request once its answer is out, or can't be any more. */
export function tellOutcomes(listeners: readonly ((outcome: RequestOutcome) => void)[]) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const start = performance.now();
    response.on('close', () => {
      const outcome: RequestOutcome = {
        request,
        method: request.method,
        route: routeOf(request),
        status: response.writableFinished ? response.statusCode : 'aborted',
        milliseconds: performance.now() - start,
      };
      for (const listener of listeners) listener(outcome);
    });
    next();
  };
}

/** The pattern of the path that was asked for. Few, whatever clients ask for: they are labels of metrics. */
export function routeOf(request: Request): string {
  const route = request.route as { path: string } | undefined;
  if (route) return route.path;
  return isDocumentation(request.originalUrl) ? DOCUMENTATION : 'none';
}
