import { setTimeout as sleep } from 'node:timers/promises';
import type Libsql from 'libsql';
import { databaseFault, spoilsConnection } from '../database-errors';
import { embeddedDriver } from '../drivers';
import { OpenedFile } from './opened-file';

/** What TypeORM's SQLite driver asks of a prepared statement. */
interface PreparedStatement {
  readonly reader: boolean;
  all(...parameters: unknown[]): unknown[];
  /** As `all`, with rows as arrays; not for TypeORM. */
  arrays(parameters: readonly unknown[]): unknown[][];
  run(...parameters: unknown[]): { changes: number | string; lastInsertRowid: number | string };
}

type Row = Record<string, unknown>;

/** How long a transaction waits for another process that is writing. */
const LOCK_PATIENCE_MS = 2000;
const LOCK_RETRY_MS = 10;

/**
 * Statements kept prepared; beyond this the longest unused one is prepared again when it comes back. A batch has statements for
 * just as many rows as it has: seven kinds of them for up to 64 clients.
 */
const STATEMENT_CACHE_SIZE = 600;

/**
 * A libsql connection that TypeORM's `better-sqlite3` driver can use without losing data. libsql alone
 * rounds integers past 2^53, aborts the process when a Buffer is the only parameter, and leaves the write-ahead
 * log behind when it closes. And it is opened anew after an I/O error (decision 037).
 */
export class EmbeddedConnection {
  /** Told once what spoiled the connection, however often the file is opened until it can be written again. */
  onSpoiled: ((fault: unknown) => void) | undefined;
  /** Runs what folds the write-ahead log into the file at the end, if this is who may: the service, which alone has the file. */
  fold = (work: () => void): void => work();
  readonly opened: OpenedFile;
  /** Why nothing is done with the file any more. */
  refusal: Error | undefined;
  private readonly statements = new Map<string, PreparedStatement>();
  /** Those that set something, by the name of the setting: a connection that is opened anew gets them too. */
  private readonly pragmas = new Map<string, string>();
  private sqlite: Libsql.Database;
  /** What spoiled the connection: until it is opened anew, nothing else is done with it. */
  private fault: unknown;
  /** Whether something may have failed to get to the disk, and has to get there before anything else is written. */
  private isUnflushed = false;

  constructor(private readonly file: string) {
    this.sqlite = new (embeddedDriver())(file);
    this.opened = new OpenedFile(file);
  }

  // What TypeORM's driver uses of a prepared statement is less than libsql's.
  prepare(sql: string): PreparedStatement {
    return this.prepared(sql);
  }

  exec(sql: string): void {
    this.attempt(() => this.sqlite.exec(sql));
  }

  pragma(source: string): unknown {
    this.remember(source);
    return this.attempt(() => this.sqlite.pragma(source));
  }

  /**
   * Takes the write lock, waiting for another process (the command line) without holding up the event loop.
   * Never through a prepared statement: libsql leaves one that found the lock taken unfinished, and every later
   * commit of the connection would fail or, worse, be none.
   */
  async beginWriting(): Promise<void> {
    const giveUp = performance.now() + LOCK_PATIENCE_MS;
    for (;;) {
      try {
        if (this.isUnflushed) this.flush();
        this.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (databaseFault(error) !== 'conflict' || performance.now() > giveUp) throw error;
        await sleep(LOCK_RETRY_MS);
      }
    }
  }

  /**
   * Ends a failed transaction, unless SQLite did so already, as it does when the disk is full. One on a spoiled connection
   * ends with it.
   */
  rollBack(): void {
    if (this.fault === undefined && this.sqlite.inTransaction) this.exec('ROLLBACK');
  }

  /**
   * Opens the file anew when the connection was spoiled; for the beginning of a turn, when no transaction is under way.
   * @throws when it can't be opened, or was removed or replaced: opening it would create an empty one, or take up another
   */
  mend(): void {
    if (this.refusal) throw this.refusal;
    this.opened.require(this.fault !== undefined);
    if (this.fault === undefined) return;
    const spoiled = this.sqlite;
    // Before the old connection is closed: without any, SQLite would read the write-ahead log from its beginning and find
    // there, as if it were committed, what was written and not flushed.
    this.sqlite = this.openAnew();
    this.statements.clear();
    if (!this.isUnflushed) this.onSpoiled?.(this.fault);
    this.fault = undefined;
    this.isUnflushed = true;
    abandon(spoiled);
  }

  /** Reads something small, without waiting for a turn. @throws when the database can't be used */
  probe(): void {
    if (this.refusal) throw this.refusal;
    this.opened.require(false);
    this.rows('SELECT 1 FROM sqlite_master LIMIT 1', []);
  }

  /** The rows that a SELECT finds, each an array of its columns. */
  rows(sql: string, parameters: readonly unknown[]): unknown[][] {
    return this.prepared(sql).arrays(parameters);
  }

  /** Whether a statement only reads. */
  isReader(sql: string): boolean {
    return this.prepared(sql).reader;
  }

  /** Runs a statement that changes rows. @returns how many */
  execute(sql: string, parameters: readonly unknown[]): number {
    return Number(this.prepared(sql).run(...parameters).changes);
  }

  private prepared(sql: string): PreparedStatement {
    let statement = this.statements.get(sql);
    if (statement) {
      this.statements.delete(sql);
    } else {
      statement = this.prepareAnew(sql);
    }
    this.statements.set(sql, statement);
    if (this.statements.size > STATEMENT_CACHE_SIZE) {
      const oldest = this.statements.keys().next();
      if (!oldest.done) this.statements.delete(oldest.value);
    }
    return statement;
  }

  /** Folds the write-ahead log into the main file, so that one file is the whole database. */
  close(): void {
    this.statements.clear();
    try {
      if (this.fault === undefined) this.fold(() => this.pragma('wal_checkpoint(TRUNCATE)'));
    } finally {
      this.sqlite.close();
    }
  }

  /**
   * Writes everything that was committed into the main file and flushes it, and empties the write-ahead log: whatever had
   * not reached the disk has then, and what failed to be committed is gone.
   */
  private flush(): void {
    this.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.isUnflushed = false;
  }

  private openAnew(): Libsql.Database {
    const opened = new (embeddedDriver())(this.file);
    try {
      for (const pragma of this.pragmas.values()) opened.exec(`PRAGMA ${pragma}`);
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  private remember(pragma: string): void {
    const [, name] = /^(\w+) *=/.exec(pragma) ?? [];
    if (name !== undefined) this.pragmas.set(name, pragma);
  }

  private attempt<T>(work: () => T): T {
    if (this.fault !== undefined) throw this.fault;
    try {
      return work();
    } catch (error) {
      if (spoilsConnection(error)) this.fault = error;
      throw error;
    }
  }

  private prepareAnew(sql: string): PreparedStatement {
    const statement = this.attempt(() => this.sqlite.prepare(sql));
    if (sql.startsWith('PRAGMA ')) this.remember(sql.slice('PRAGMA '.length));
    statement.safeIntegers(true);
    // One array, never spread: see the class comment.
    const all = (parameters: readonly unknown[]) => this.attempt(() => statement.all(parameters));
    return {
      reader: statement.reader,
      all: (...parameters) => all(parameters).map((row) => toPlainRow(row as Row)),
      arrays: (parameters) => {
        statement.raw(true);
        try {
          return (all(parameters) as unknown[][]).map((row) => row.map(toPlain));
        } finally {
          statement.raw(false);
        }
      },
      run: (...parameters) => {
        const result = this.attempt(() => statement.run(parameters));
        return {
          changes: toPlain(result.changes) as number,
          lastInsertRowid: toPlain(result.lastInsertRowid) as number,
        };
      },
    };
  }
}

/** Closes a spoiled connection, without writing anything by it. */
function abandon(connection: Libsql.Database): void {
  try {
    // A transaction that is still open would keep its lock for as long as a statement of it is remembered.
    if (connection.inTransaction) connection.exec('ROLLBACK');
  } finally {
    connection.close();
  }
}

function toPlainRow(row: Row): Row {
  for (const column in row) row[column] = toPlain(row[column]);
  return row;
}

/** As from mysql2: integers as numbers while a number can hold them and as text beyond, bytes as a Buffer. */
function toPlain(value: unknown): unknown {
  if (typeof value !== 'bigint') return value instanceof ArrayBuffer ? Buffer.from(value) : value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
