/** Background work that repeats. Features declare theirs with `Jobs.add`. */
export interface Job {
  /** Lower case and hyphens, at most 64 characters. */
  readonly name: string;
  /** From the end of a run to the next one. */
  readonly everyMs: number;
  /** After this the run's signal is aborted. */
  readonly longestMs: number;
  readonly doneBy: 'each instance' | 'one instance';
  /** Whether the first run ends before the service listens. */
  readonly isFirst?: boolean;
  /** Logged when a run fails; once until one succeeds. */
  readonly failure: string;
  /** A crash may cut a run short, and two instances may run it at once after a freeze. */
  run(signal: AbortSignal): Promise<void>;
  behind?(): number;
}

export interface JobClock {
  steady(): number;
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
}
