import type { NextFunction, Request, Response } from 'express';
import { DOCUMENTATION, isDocumentation } from '../routes/own-paths';

export interface RequestOutcome {
  readonly request: Request;
  readonly method: string;
  /** The route's pattern: the path itself may hold a license key. */
  readonly route: string;
  /** `aborted` if the client left or was cut off before the answer was complete. */
  readonly status: number | 'aborted';
  /** From the request's head to the end of the answer. */
  readonly milliseconds: number;
}

/** @param begin is called when a request arrives */
export function tellOutcomes(
  listeners: readonly ((outcome: RequestOutcome) => void)[],
  begin?: (request: Request) => void,
) {
  return (request: Request, response: Response, next: NextFunction): void => {
    begin?.(request);
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

/** The route's pattern. Metrics use it as a label, so there must be few. */
export function routeOf(request: Request): string {
  const route = request.route as { path: string } | undefined;
  if (route) return route.path;
  return isDocumentation(request.originalUrl) ? DOCUMENTATION : 'none';
}
