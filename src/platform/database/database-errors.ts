/**
 * What a failed statement means, told apart for MySQL, MariaDB, Galera and SQLite, so that nobody else has to
 * know their codes.
 */
export type DatabaseFault =
  /** A unique index holds the value already. */
  | 'duplicate'
  /** A row that this one refers to is gone. */
  | 'missing-reference'
  /** The database gave this transaction up for another's sake; the same again may well succeed. */
  | 'conflict'
  /** A row was held by another transaction for too long; the same again may well succeed later. */
  | 'locked'
  /** What was read is no longer so: decided anew, the same may well succeed. */
  | 'stale'
  /** The database can't be reached, or can't write. */
  | 'unavailable';

/** Raised by keylink itself when the database doesn't answer in time, or too much waits for it already. */
export class DatabaseOverloadedError extends Error {
  readonly code = 'KEYLINK_OVERLOADED';
}

/** Raised by keylink itself when a transaction rests on rows that have changed since they were read. */
export class StaleRowsError extends Error {
  readonly code = 'KEYLINK_STALE';

  constructor() {
    super('Rows changed while they were judged.');
  }
}

/** Raised by keylink itself when it is unknown whether a transaction was committed: it must not be repeated. */
export class CommitUnknownError extends Error {
  readonly code = 'KEYLINK_COMMIT_UNKNOWN';
}

/** Raised by keylink itself when a server answers but must not be used: what it knows may be out of date. */
export class ServerUnfitError extends Error {
  readonly code = 'KEYLINK_SERVER_UNFIT';
}

/** Raised by keylink itself when another transaction held a row for longer than its request may wait. */
export class RowHeldError extends Error {
  readonly code = 'KEYLINK_ROW_HELD';

  constructor() {
    super('Another transaction holds the row.');
  }
}

/** Raised by keylink itself when an embedded database is not where it was opened: what is written there would be lost. */
export class FileGoneError extends Error {
  readonly code = 'KEYLINK_FILE_GONE';

  constructor(path: string) {
    super(`${path} was removed or replaced.`);
  }
}

/** SQLite has a class of error, and extended codes that begin with its name; libsql reports the extended ones. */
const SQLITE_CLASSES: Readonly<Record<string, DatabaseFault>> = {
  BUSY: 'conflict',
  LOCKED: 'conflict',
  PROTOCOL: 'conflict',
  FULL: 'unavailable',
  // Among them what a quota is answered with, which SQLite doesn't know.
  IOERR: 'unavailable',
  CANTOPEN: 'unavailable',
  // A file system that turned read-only, or a file that was moved away. Damage (CORRUPT, NOTADB) is none of these: no
  // waiting mends it, and it has to be noticed.
  READONLY: 'unavailable',
  NOMEM: 'unavailable',
};

const FAULTS: Readonly<Record<string, DatabaseFault>> = {
  ER_DUP_ENTRY: 'duplicate',
  SQLITE_CONSTRAINT_UNIQUE: 'duplicate',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'duplicate',
  ER_NO_REFERENCED_ROW: 'missing-reference',
  ER_NO_REFERENCED_ROW_2: 'missing-reference',
  SQLITE_CONSTRAINT_FOREIGNKEY: 'missing-reference',
  ER_LOCK_DEADLOCK: 'conflict',
  ER_LOCK_WAIT_TIMEOUT: 'locked',
  ER_CHECKREAD: 'conflict',
  ER_TRANSACTION_ROLLBACK_DURING_COMMIT: 'conflict',
  KEYLINK_ROW_HELD: 'locked',
  KEYLINK_STALE: 'stale',
  // No statement here writes a null where none may be, but for one that finds something other than was read.
  ER_BAD_NULL_ERROR: 'stale',
  SQLITE_CONSTRAINT_NOTNULL: 'stale',
  KEYLINK_OVERLOADED: 'unavailable',
  KEYLINK_COMMIT_UNKNOWN: 'unavailable',
  KEYLINK_SERVER_UNFIT: 'unavailable',
  KEYLINK_FILE_GONE: 'unavailable',
  ER_CON_COUNT_ERROR: 'unavailable',
  EE_CANTCREATEFILE: 'unavailable',
  EE_WRITE: 'unavailable',
  EE_DISK_FULL: 'unavailable',
  EE_OUT_OF_FILERESOURCES: 'unavailable',
  ER_CANT_CREATE_FILE: 'unavailable',
  ER_DISK_FULL: 'unavailable',
  ER_DISK_FULL_NOWAIT: 'unavailable',
  ER_RECORD_FILE_FULL: 'unavailable',
  ER_ERROR_ON_WRITE: 'unavailable',
  // "Got error 122 "Disk quota exceeded" from storage engine", for one: never a mistake in a statement.
  ER_GET_ERRNO: 'unavailable',
  ER_IO_WRITE_ERROR: 'unavailable',
  ER_IO_READ_ERROR: 'unavailable',
  ER_TEMP_FILE_WRITE_FAILURE: 'unavailable',
  ER_TABLESPACE_AUTO_EXTEND_ERROR: 'unavailable',
  ER_INNODB_UNDO_LOG_FULL: 'unavailable',
  ER_BINLOG_ROW_LOGGING_FAILED: 'unavailable',
  ER_BINLOG_LOGGING_IMPOSSIBLE: 'unavailable',
  ER_OUTOFMEMORY: 'unavailable',
  ER_ENGINE_OUT_OF_MEMORY: 'unavailable',
  ER_MDL_OUT_OF_RESOURCES: 'unavailable',
  ER_CANT_CREATE_THREAD: 'unavailable',
  ER_LOCK_TABLE_FULL: 'unavailable',
  ER_HOST_IS_BLOCKED: 'unavailable',
  ER_NORMAL_SHUTDOWN: 'unavailable',
  ER_SERVER_SHUTDOWN: 'unavailable',
  ER_OPTION_PREVENTS_STATEMENT: 'unavailable',
  ER_READ_ONLY_MODE: 'unavailable',
  ER_OPEN_AS_READONLY: 'unavailable',
  ER_INNODB_READ_ONLY: 'unavailable',
  ER_SCHEMA_READ_ONLY: 'unavailable',
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: 'unavailable',
  ER_ERROR_DURING_COMMIT: 'unavailable',
  ER_ERROR_DURING_ROLLBACK: 'unavailable',
  ER_RUN_HOOK_ERROR: 'unavailable',
  ER_CONNECTION_KILLED: 'unavailable',
  ER_TOO_MANY_USER_CONNECTIONS: 'unavailable',
  ER_OUT_OF_RESOURCES: 'unavailable',
  ER_QUERY_INTERRUPTED: 'unavailable',
  ER_UNKNOWN_COM_ERROR: 'unavailable',
  PROTOCOL_CONNECTION_LOST: 'unavailable',
  PROTOCOL_SEQUENCE_TIMEOUT: 'unavailable',
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  EPIPE: 'unavailable',
  ETIMEDOUT: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  ENETUNREACH: 'unavailable',
  ENOTFOUND: 'unavailable',
  EAI_AGAIN: 'unavailable',
  // A certificate that is not trusted, or for another host; it may be renewed while the service runs.
  HANDSHAKE_SSL_ERROR: 'unavailable',
  HANDSHAKE_NO_SSL_SUPPORT: 'unavailable',
};

/** @returns undefined when the error isn't the database's, or means a mistake in keylink itself */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  const code = codeOf(error);
  return code === undefined ? undefined : (FAULTS[code] ?? SQLITE_CLASSES[sqliteClass(code) ?? '']);
}

/** Whether the database failed in a way that may be over in a moment: the caller may try again. */
export function isPassingFault(error: unknown): boolean {
  const fault = databaseFault(error);
  return fault === 'unavailable' || fault === 'conflict' || fault === 'locked' || fault === 'stale';
}

/**
 * Whether a SQLite connection can't be relied on after this error: after a write that failed, or worse a flush, what it and the
 * system keep in memory may differ from what is on disk, and after the others it may hold on to a file that is gone.
 */
export function spoilsConnection(error: unknown): boolean {
  const name = sqliteClass(codeOf(error) ?? '');
  return name === 'IOERR' || name === 'READONLY' || name === 'CANTOPEN';
}

/** The code of a failed statement or connection, as the driver has it. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // TypeORM keeps the driver's own error in `driverError`.
  const { code } = ('driverError' in error ? error.driverError : error) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** `IOERR` of `SQLITE_IOERR_FSYNC`. */
function sqliteClass(code: string): string | undefined {
  return /^SQLITE_([A-Z]+)/.exec(code)?.[1];
}
