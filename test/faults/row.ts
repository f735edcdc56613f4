import type { Stage } from './stage';

/** Something that must hold, and what was seen of it. */
export interface Claim {
  readonly text: string;
  readonly measured: string;
  readonly holds: boolean;
}

/** What came of a fault on one database. */
export interface Outcome {
  readonly database: string;
  /** What was done to the service, and how often. */
  readonly done: string;
  /** Requests that were answered as done. */
  readonly acknowledged: number;
  /** Those of them that the database doesn't know afterwards; undefined where nothing was to be kept. */
  readonly lost: number | undefined;
  readonly claims: readonly Claim[];
}

/** One fault: a row of the table. */
export interface Row {
  readonly number: number;
  readonly fault: string;
  readonly mustHold: string;
  /** Longest that it may take, in seconds; whatever hangs, the run goes on. */
  readonly seconds: number;
  /** Yields one outcome for each database; what it throws ends the row, and what it has yielded still counts. */
  run(stage: Stage): AsyncIterable<Outcome>;
}

/** Raised where this machine doesn't let a fault happen: the row was not run, which is as bad as a row that doesn't hold. */
export class NotRunError extends Error {}

export function claim(text: string, measured: string, holds: boolean): Claim {
  return { text, measured, holds };
}

export const holds = ({ lost = 0, claims }: Outcome): boolean => lost === 0 && claims.every((claim) => claim.holds);
