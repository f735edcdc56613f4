import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { databaseFault } from '../database-errors';

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

/** Statements kept prepared; beyond this the longest unused one is prepared again when it comes back. */
const STATEMENT_CACHE_SIZE = 200;

/**
 * A libsql connection that TypeORM's `better-sqlite3` driver can use without losing data. libsql by itself
 * rounds integers past 2^53, aborts the process when a Buffer is the only parameter, and leaves the write-ahead
 * log behind when it closes.
 */
export class EmbeddedConnection extends Libsql {
  private readonly statements = new Map<string, PreparedStatement>();

  // The declared return type is libsql's generic Statement, of which TypeORM uses these three members only.
  override prepare(sql: string): never {
    return this.prepared(sql) as never;
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
        this.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (databaseFault(error) !== 'conflict' || performance.now() > giveUp) throw error;
        await sleep(LOCK_RETRY_MS);
      }
    }
  }

  /** Ends a failed transaction, unless SQLite did so by itself, as it does when the disk is full. */
  rollBack(): void {
    if (this.inTransaction) this.exec('ROLLBACK');
  }

  /** The rows that a SELECT finds, each an array of its columns. */
  rows(sql: string, parameters: readonly unknown[]): unknown[][] {
    return this.prepared(sql).arrays(parameters);
  }

  /** Whether a statement only reads. */
  isReader(sql: string): boolean {
    return this.prepared(sql).reader;
  }

  /** Runs a statement that changes rows. */
  execute(sql: string, parameters: readonly unknown[]): void {
    this.prepared(sql).run(...parameters);
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
  override close(): this {
    this.statements.clear();
    try {
      this.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      super.close();
    }
    return this;
  }

  private prepareAnew(sql: string): PreparedStatement {
    const statement = super.prepare(sql);
    statement.safeIntegers(true);
    return {
      reader: statement.reader,
      // One array, never spread: see the class comment.
      all: (...parameters) => statement.all(parameters).map((row) => toPlainRow(row as Row)),
      arrays: (parameters) => {
        statement.raw(true);
        try {
          return (statement.all(parameters) as unknown[][]).map((row) => row.map(toPlain));
        } finally {
          statement.raw(false);
        }
      },
      run: (...parameters) => {
        const result = statement.run(parameters);
        return {
          changes: toPlain(result.changes) as number,
          lastInsertRowid: toPlain(result.lastInsertRowid) as number,
        };
      },
    };
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
