import { setTimeout as sleep } from 'node:timers/promises';
import type Libsql from 'libsql';
import { databaseFault, spoilsConnection } from '../database-errors';
import { embeddedDriver } from '../drivers';
import { OpenedFile } from './opened-file';

interface PreparedStatement {
  readonly reader: boolean;
  all(...parameters: unknown[]): unknown[];
  /** Like `all`, with rows as arrays. */
  arrays(parameters: readonly unknown[]): unknown[][];
  run(...parameters: unknown[]): { changes: number | string; lastInsertRowid: number | string };
}

type Row = Record<string, unknown>;

const LOCK_PATIENCE_MS = 2000;
const LOCK_RETRY_MS = 10;

/** Prepared statements kept, least recently used out first. Seven kinds of them exist in up to 64 sizes. */
const STATEMENT_CACHE_SIZE = 600;

/**
 * A libsql connection that is safe for TypeORM's `better-sqlite3` driver. libsql alone rounds integers past 2^53,
 * aborts the process if a Buffer is the only parameter, and leaves the write-ahead log behind on close.
 * The file is reopened after an I/O error (decision 037).
 */
export class EmbeddedConnection {
  /** Called once per failure, however often the file is reopened. */
  onSpoiled: ((fault: unknown) => void) | undefined;
  /** Wraps the final checkpoint; commands replace it, since only the service may fold the log at any time. */
  fold = (work: () => void): void => work();
  readonly opened: OpenedFile;
  /** If set, every use throws it. */
  refusal: Error | undefined;
  private readonly statements = new Map<string, PreparedStatement>();
  /** Settings by name, repeated when the file is reopened. */
  private readonly pragmas = new Map<string, string>();
  private sqlite: Libsql.Database;
  /** While set, the connection is unusable until it is reopened. */
  private fault: unknown;
  /** After a reopening: earlier writes may not be on disk, and must get there before new ones. */
  private isUnflushed = false;

  constructor(private readonly file: string) {
    this.sqlite = new (embeddedDriver())(file);
    this.opened = new OpenedFile(file);
  }

  exec(sql: string): void {
    this.attempt(() => this.sqlite.exec(sql));
  }

  pragma(source: string): unknown {
    this.remember(source);
    return this.attempt(() => this.sqlite.pragma(source));
  }

  /**
   * Takes the write lock. Waits for other processes without blocking the event loop. Never uses a prepared
   * statement: libsql leaves one that met a lock unfinished, and later commits fail or do nothing.
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

  /** SQLite has rolled back already when the disk is full, and closing ends a spoiled connection's transaction. */
  rollBack(): void {
    if (this.isInTransaction) this.exec('ROLLBACK');
  }

  get isInTransaction(): boolean {
    return this.fault === undefined && this.sqlite.inTransaction;
  }

  /** Reopens a spoiled file. Call it between transactions. @throws if the file can't be opened, or was replaced */
  mend(): void {
    if (this.refusal) throw this.refusal;
    this.opened.require(this.fault !== undefined);
    if (this.fault === undefined) return;
    const spoiled = this.sqlite;
    // Open before closing the old one: with no connection left, SQLite would recover unflushed writes as committed.
    this.sqlite = this.openAnew();
    this.statements.clear();
    if (!this.isUnflushed) this.onSpoiled?.(this.fault);
    this.fault = undefined;
    this.isUnflushed = true;
    abandon(spoiled);
  }

  /** Works without the mutex. @throws if the database can't be used */
  probe(): void {
    if (this.refusal) throw this.refusal;
    this.opened.require(false);
    this.rows('SELECT 1 FROM sqlite_master LIMIT 1', []);
  }

  rows(sql: string, parameters: readonly unknown[]): unknown[][] {
    return this.prepare(sql).arrays(parameters);
  }

  isReader(sql: string): boolean {
    return this.prepare(sql).reader;
  }

  execute(sql: string, parameters: readonly unknown[]): number {
    return Number(this.prepare(sql).run(...parameters).changes);
  }

  prepare(sql: string): PreparedStatement {
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

  /** Makes every commit durable, and drops what failed to commit. */
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

function abandon(connection: Libsql.Database): void {
  try {
    // An open transaction keeps its lock as long as a statement of it is cached.
    if (connection.inTransaction) connection.exec('ROLLBACK');
  } finally {
    connection.close();
  }
}

function toPlainRow(row: Row): Row {
  for (const column in row) row[column] = toPlain(row[column]);
  return row;
}

/** As mysql2 does: integers past 2^53 become text, bytes become a Buffer. */
export function toPlain(value: unknown): unknown {
  if (typeof value !== 'bigint') return value instanceof ArrayBuffer ? Buffer.from(value) : value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
