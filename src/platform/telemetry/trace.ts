import type { Span } from '@opentelemetry/api';

/** A span that is recorded: of a request, a job's run or a part of one. */
export interface Trace {
  readonly span: Span;
  /** Added to `performance.now()` it gives the time of day. One for a whole trace, since clocks are set. */
  readonly clock: number;
}

/** What is told of an error: its message may quote values. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : error.constructor.name;
}
