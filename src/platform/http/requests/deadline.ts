import type { NextFunction, Request, Response } from 'express';
import { unavailable } from '../../errors/errors';

/** Longest that a request may wait for its answer, in milliseconds. */
const DEADLINE_MS = 2700;

/** Requests whose handlers asked for another time. */
const allowed = new WeakMap<Request, number>();

/**
 * Gives a request another time for its answer, from its arrival, in milliseconds; without end when its handler sees to
 * that itself. Only for handlers that know who asks.
 */
export function allowTime(request: Request, milliseconds: number): void {
  allowed.set(request, milliseconds);
}

/**
 * Middleware: answers 503 when a handler didn't in time, whatever it waits for. What it does may still be done; an
 * answer that has begun is left alone.
 */
export function requestDeadline(request: Request, response: Response, next: NextFunction): void {
  const giveUp = (after: number): void => {
    const more = (allowed.get(request) ?? after) - after;
    if (more > 0 && more < Infinity) timer = setTimeout(giveUp, more, after + more);
    else if (more <= 0 && !response.headersSent) next(unavailable());
  };
  let timer = setTimeout(giveUp, DEADLINE_MS, DEADLINE_MS);
  response.on('close', () => clearTimeout(timer));
  next();
}
