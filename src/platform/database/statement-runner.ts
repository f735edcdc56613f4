/** One SQL statement in the common tongue of both databases; values are parameters, always. */
export interface Statement {
  readonly sql: string;
  readonly parameters: (string | number)[];
}

/** A SELECT at the beginning of a transaction. */
export interface Read extends Statement {
  /** Locks its rows, and leaves out those that another transaction holds, instead of waiting for them. */
  readonly skipsHeld?: boolean;
}

/** A statement that changes rows. */
export interface Write extends Statement {
  /** How many rows it has to change: with any other number, what was read is no longer so, and all is decided anew. */
  readonly affects?: number;
}

/** The rows of one SELECT, each with its columns in the order of the SELECT. */
export type Rows = readonly (readonly unknown[])[];

/** What follows from what was read. */
export interface Decision<Result> {
  readonly writes: readonly Write[];
  readonly result: Result;
}

/** What has to be read too, in the same transaction, before it can be decided. */
export interface Inquiry<Result> {
  readonly reads: readonly Read[];
  /** @param found the rows of each read, in their order */
  proceed(found: readonly Rows[]): Step<Result>;
}

/** What follows from what was read: what is to be done, or what else has to be read first. */
export type Step<Result> = Decision<Result> | Inquiry<Result>;

/**
 * What the two hot paths ask of a database, without TypeORM's query runners in between: they cost more than the
 * statements. Connections, pool and file are TypeORM's own all the same.
 */
export abstract class StatementRunner {
  /** How many batches may usefully be under way at a time. */
  abstract readonly concurrency: number;
  /** Whether it is a server, where a long transaction holds up only those that need its rows. */
  abstract readonly isShared: boolean;

  /** The rows of one SELECT, outside of any transaction. */
  abstract read<Row extends readonly unknown[]>(statement: Statement): Promise<Row[]>;

  /**
   * Reads, decides what is to be written, writes it and commits, in one transaction. When another transaction was in the
   * way, or a write didn't change as many rows as it had to, all of it is done again for a bounded time: so `decide` must
   * have no effect outside.
   * @param decide gets the rows of each read, in their order
   * @returns its result, once the writes are on disk
   */
  abstract transact<Result>(reads: readonly Read[], decide: (found: readonly Rows[]) => Step<Result>): Promise<Result>;
}

/** `?, ?, ?`: the marks of so many parameters. */
export function marks(values: readonly unknown[]): string {
  return Array(values.length).fill('?').join(', ');
}
