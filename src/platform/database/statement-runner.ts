/** SQL that both databases understand; values are always parameters. */
export interface Statement {
  readonly sql: string;
  readonly parameters: (string | number | null)[];
}

export interface Read extends Statement {
  /** Locks its rows, and skips those that another transaction holds. */
  readonly skipsHeld?: boolean;
}

export interface Write extends Statement {
  /** The number of rows it must change; otherwise the transaction is decided again. */
  readonly affects?: number;
}

/** Each row has its columns in the order of the SELECT. */
export type Rows = readonly (readonly unknown[])[];

export interface Decision<Result> {
  readonly writes: readonly Write[];
  readonly result: Result;
}

export interface FurtherReads<Result> {
  readonly reads: readonly Read[];
  proceed(found: readonly Rows[]): Step<Result>;
}

export type Step<Result> = Decision<Result> | FurtherReads<Result>;

/** The two hot paths without TypeORM's query runners, which cost more than the statements. */
export abstract class StatementRunner {
  /** How many batches are worth running at once. */
  abstract readonly concurrency: number;
  /** Whether it is a server, where a long transaction blocks only those that need its rows. */
  abstract readonly isShared: boolean;

  abstract read<Row extends readonly unknown[]>(statement: Statement): Promise<Row[]>;

  /**
   * Reads, decides, writes and commits in one transaction. Repeats everything for a bounded time after a conflict or a
   * wrong count of changed rows, so `decide` must have no side effects. Resolves once the writes are on disk.
   */
  abstract transact<Result>(reads: readonly Read[], decide: (found: readonly Rows[]) => Step<Result>): Promise<Result>;
}

/** `?, ?, ?` for an IN list. */
export function marks(values: readonly unknown[]): string {
  return Array(values.length).fill('?').join(', ');
}
