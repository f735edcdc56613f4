import type { NextFunction, Request, Response } from 'express';
import { unavailable } from '../../errors/errors';

/** Milliseconds. */
const DEADLINE_MS = 2700;

declare module 'express-serve-static-core' {
  interface Request {
    /** Whether its body is still arriving. Only the server's own timeout bounds that. */
    isArriving?: boolean;
    deadline?: NodeJS.Timeout;
  }
}

const allowed = new WeakMap<Request, number>();

/** Sets a request's time in milliseconds, counted as the deadline is. Only for handlers that know the caller. */
export function allowTime(request: Request, milliseconds: number): void {
  allowed.set(request, milliseconds);
}

/**
 * Middleware: answers 503 after the deadline unless an answer has begun. The handler's work may still complete. A body
 * that arrives slowly is no fault of the service: the time begins anew when it is whole.
 */
export function requestDeadline(request: Request, response: Response, next: NextFunction): void {
  const giveUp = (after: number): void => {
    if (request.isArriving) return;
    const more = (allowed.get(request) ?? after) - after;
    if (more > 0 && more < Infinity) timer = setTimeout(giveUp, more, after + more);
    else if (more <= 0 && !response.headersSent) next(unavailable());
  };
  let timer = setTimeout(giveUp, DEADLINE_MS, DEADLINE_MS);
  request.deadline = timer;
  response.on('close', () => clearTimeout(timer));
  next();
}
