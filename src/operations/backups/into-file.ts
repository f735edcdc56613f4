import { existsSync, rmSync } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type Libsql from 'libsql';
import type { DataSource } from 'typeorm';
import { dataSourceOptions, openDatabase, type Schema } from '../../platform/database/data-source';
import { embeddedDriver } from '../../platform/database/drivers';
import { claimFile } from '../../platform/database/embedded/file-claim';
import { keepPrivate } from '../../platform/database/embedded/private-files';
import { syncPath } from '../../platform/database/embedded/sync-path';
import type { EmbeddedTarget } from '../../platform/settings/database-url';
import { BackupFault } from './backup-fault';
import type { Load } from './check-contents';
import type { Destination } from './destination';
import { quote } from './snapshot';

/** Maximum rows per statement. */
const ROWS = 50;
const PORTIONS_A_COMMIT = 16;
const CACHE_KIB = 128_000;

/** Statements of a table, prepared once: V8 doesn't know how much memory they hold, and would not free those of each portion in time. */
interface Inserts {
  readonly table: string;
  readonly many: Libsql.Statement;
  readonly one: Libsql.Statement;
}

/** Restores into a temporary file beside the database and renames it at the end. A restore that was killed starts over. */
export class IntoFile implements Destination {
  private readonly part: EmbeddedTarget;
  private connection: Libsql.Database | undefined;
  private indexes: string[] = [];
  private inserts: Inserts | undefined;
  private portions = 0;

  constructor(
    private readonly target: EmbeddedTarget,
    private readonly schema: Schema,
    private readonly tell: (message: string) => void,
  ) {
    this.part = { engine: 'embedded', file: `${target.file}.restoring` };
    // Sorting for an index may need more than memory; SQLite reads this before it opens its first file.
    process.env.SQLITE_TMPDIR ??= dirname(target.file);
  }

  async requireEmpty(): Promise<void> {
    const { file } = this.target;
    if (!existsSync(file)) {
      requireNothingLeftOf(file);
      return;
    }
    const connection = new (embeddedDriver())(file);
    try {
      const found = connection.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' LIMIT 1").all([]);
      if (found.length === 0) return;
    } finally {
      connection.close();
    }
    throw new BackupFault(
      `${file} has a database already, and only a new one is filled. Stop the service and move that file away, with ${file}-wal and ${file}-shm if they are there.`,
    );
  }

  async begin(migrations: Schema['migrations']): Promise<void> {
    const { file } = this.part;
    keepPrivate(file, this.tell);
    // Two simultaneous restores would write to one file.
    await claimFile(file);
    this.removePart();
    keepPrivate(file, this.tell);
    const made = await openDatabase(dataSourceOptions(this.part, { ...this.schema, migrations }));
    await made.destroy();
    this.connection = new (embeddedDriver())(file);
    // The file is worthless until it is renamed, so writes needn't be durable.
    const pragmas = [
      'synchronous = OFF',
      'temp_store = FILE',
      'foreign_keys = OFF',
      `cache_size = -${CACHE_KIB}`,
      'wal_autocheckpoint = 8000',
    ];
    for (const pragma of pragmas) this.connection.pragma(pragma);
    // Creating an index is faster once all rows are there.
    const indexes = this.connection
      .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
      .all([]) as { name: string; sql: string }[];
    this.indexes = indexes.map(({ sql }) => sql);
    for (const { name } of indexes) this.connection.exec(`DROP INDEX ${quote(name)}`);
    this.connection.exec('BEGIN');
  }

  load({ head: { table, columns }, rows }: Load): Promise<void> {
    const connection = this.connection!;
    if (table !== this.inserts?.table) {
      connection.exec(`DELETE FROM ${quote(table)}`);
      this.inserts = insertsInto(connection, table, columns);
    }
    const { many, one } = this.inserts;
    const whole = rows.length - (rows.length % ROWS);
    for (let first = 0; first < whole; first += ROWS) many.run(rows.slice(first, first + ROWS).flat());
    for (const row of rows.slice(whole)) one.run(row);
    if (++this.portions % PORTIONS_A_COMMIT === 0) connection.exec('COMMIT; BEGIN');
    return Promise.resolve();
  }

  async loaded(): Promise<DataSource> {
    const connection = this.connection!;
    this.inserts = undefined;
    connection.exec('COMMIT');
    for (const sql of this.indexes) {
      connection.exec(sql);
      await new Promise((resolve) => setImmediate(resolve));
    }
    connection.close();
    this.connection = undefined;
    return openDatabase(dataSourceOptions(this.part, this.schema), this.tell);
  }

  /** Call it when the data source is no longer used. */
  async end(): Promise<void> {
    const { file } = this.target;
    fold(this.part.file);
    await syncPath(this.part.file);
    await this.requireEmpty();
    await rm(file, { force: true });
    // Unlike renaming, linking never replaces a file that has appeared meanwhile.
    await link(this.part.file, file);
    await syncPath(dirname(file));
    this.removePart();
    rmSync(`${this.part.file}-lock`, { force: true });
  }

  abandon(): Promise<void> {
    this.connection?.close();
    this.connection = undefined;
    this.removePart();
    return Promise.resolve();
  }

  private removePart(): void {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${this.part.file}${ending}`, { force: true });
  }
}

/** SQLite would take another database's leftover log for its own. @throws {BackupFault} */
function requireNothingLeftOf(file: string): void {
  const left = ['-wal', '-journal'].map((ending) => `${file}${ending}`).filter((each) => existsSync(each));
  if (left.length === 0) return;
  throw new BackupFault(
    `${left.join(' and ')} of another database is still there, and would be taken for changes of the new one. Stop the service that uses it, if one still runs, and move it away: it may hold what was written last. Nothing was changed.`,
  );
}

function insertsInto(connection: Libsql.Database, table: string, columns: readonly string[]): Inserts {
  const places = `(${columns.map(() => '?').join(', ')})`;
  const start = `INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')}) VALUES`;
  const many = connection.prepare(`${start} ${Array(ROWS).fill(places).join(', ')}`);
  return { table, many, one: connection.prepare(`${start} ${places}`) };
}

/** Afterwards the file alone is the whole database. @throws {Error} if something keeps part of it in the log */
function fold(file: string): void {
  const connection = new (embeddedDriver())(file);
  try {
    const [{ busy }] = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([]) as { busy: number }[];
    if (busy !== 0) throw new Error(`${file} is in use by another program.`);
  } finally {
    connection.close();
  }
}
