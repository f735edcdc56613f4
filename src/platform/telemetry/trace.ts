import type { Span } from '@opentelemetry/api';

/** A recorded span: of a request, a job's run or a part of one. */
export interface Trace {
  readonly span: Span;
  /** Offset from `performance.now()` to the time of day. One per trace, since clocks are adjusted. */
  readonly clock: number;
}

/** The only recorded property of an error: its message may quote values. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : error.constructor.name;
}
