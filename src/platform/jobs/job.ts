/** Work that the service does in the background, again and again. A feature declares it with `Jobs.add`. */
export interface Job {
  /** In logs, metrics and the table of jobs: lower case and hyphens, at most 64 characters. */
  readonly name: string;
  /** The pause between the end of a run and the next one, in milliseconds. */
  readonly everyMs: number;
  /** How long a run may take, in milliseconds: then its signal is aborted, and the next run goes on. */
  readonly longestMs: number;
  /** Whether each instance does its own, or one instance does it for all that use the same database. */
  readonly doneBy: 'each instance' | 'one instance';
  /** Whether the first run ends before the service listens. */
  readonly isFirst?: boolean;
  /** What is logged when a run fails; once, until one succeeds. */
  readonly failure: string;
  /**
   * One run. It may be cut short by a crash at any point, and two instances may run it at the same time where one has stood still.
   * @param signal is aborted when the run has to end: the service stops, or it took too long
   */
  run(signal: AbortSignal): Promise<void>;
  /** How many things are still to be done, as far as this instance knows. */
  behind?(): number;
}

/** The time as jobs see it; tests have one that they move. */
export interface JobClock {
  /** Milliseconds that only ever grow. */
  steady(): number;
  /** Waits so many milliseconds, or until the signal is aborted. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
}
