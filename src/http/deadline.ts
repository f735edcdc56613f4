import type { NextFunction, Request, Response } from 'express';
import { unavailable } from './errors';

/** Longest that a request may wait for its answer, in milliseconds. */
const DEADLINE_MS = 2700;
/** Deleting a key takes its logs along, and there may be millions. */
const DELETE_DEADLINE_MS = 60_000;

/**
 * Middleware: answers 503 when a handler didn't in time, whatever it waits for. What it does may still be done; an
 * answer that has begun is left alone.
 */
export function requestDeadline(request: Request, response: Response, next: NextFunction): void {
  const timer = setTimeout(
    () => {
      if (!response.headersSent) next(unavailable());
    },
    request.method === 'DELETE' ? DELETE_DEADLINE_MS : DEADLINE_MS,
  );
  response.once('close', () => clearTimeout(timer));
  next();
}
