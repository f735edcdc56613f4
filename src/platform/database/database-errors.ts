/** What a failed statement means, on MySQL, MariaDB, Galera and SQLite alike. */
export type DatabaseFault =
  | 'duplicate'
  | 'missing-reference'
  /** Rolled back in favour of another transaction; a retry may succeed. */
  | 'conflict'
  /** Another transaction held a row for too long; a later retry may succeed. */
  | 'locked'
  /** Rows changed after they were read; deciding again may succeed. */
  | 'stale'
  /** The database can't be reached, or can't write. */
  | 'unavailable';

export class DatabaseOverloadedError extends Error {
  readonly code = 'KEYLINK_OVERLOADED';
}

/** Stands for a violated unique index, where no index covers both tables. */
export class DuplicateRowError extends Error {
  readonly code = 'KEYLINK_DUPLICATE';

  constructor() {
    super('The row is in another table already.');
  }
}

export class StaleRowsError extends Error {
  readonly code = 'KEYLINK_STALE';

  constructor() {
    super('Rows changed while they were judged.');
  }
}

/** It is unknown whether a transaction was committed: it must not be repeated. */
export class CommitUnknownError extends Error {
  readonly code = 'KEYLINK_COMMIT_UNKNOWN';
}

/** The server answers but its data may be out of date. */
export class ServerUnfitError extends Error {
  readonly code = 'KEYLINK_SERVER_UNFIT';
}

export class RowHeldError extends Error {
  readonly code = 'KEYLINK_ROW_HELD';

  constructor() {
    super('Another transaction holds the row.');
  }
}

/** The database file was removed or replaced: writes to it would be lost. */
export class FileGoneError extends Error {
  readonly code = 'KEYLINK_FILE_GONE';

  constructor(path: string) {
    super(`${path} was removed or replaced.`);
  }
}

/** Classes of SQLite's errors; libsql reports extended codes, which start with the class. */
const SQLITE_CLASSES: Readonly<Record<string, DatabaseFault>> = {
  BUSY: 'conflict',
  LOCKED: 'conflict',
  PROTOCOL: 'conflict',
  FULL: 'unavailable',
  // Includes an exceeded disk quota, for which SQLite has no code.
  IOERR: 'unavailable',
  CANTOPEN: 'unavailable',
  // The file system turned read-only, or the file moved. CORRUPT and NOTADB are left out: waiting doesn't help.
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
  KEYLINK_DUPLICATE: 'duplicate',
  KEYLINK_ROW_HELD: 'locked',
  KEYLINK_STALE: 'stale',
  // Only a statement whose rows changed after they were read writes a null here.
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
  // For example "Got error 122 "Disk quota exceeded" from storage engine".
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
  // The certificate may be renewed while the service runs.
  HANDSHAKE_SSL_ERROR: 'unavailable',
  HANDSHAKE_NO_SSL_SUPPORT: 'unavailable',
};

/** @returns undefined if the error isn't the database's, or is a bug in keylink */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  const code = codeOf(error);
  return code === undefined ? undefined : (FAULTS[code] ?? SQLITE_CLASSES[sqliteClass(code) ?? '']);
}

/** Whether a retry may help. */
export function isPassingFault(error: unknown): boolean {
  const fault = databaseFault(error);
  return fault === 'unavailable' || fault === 'conflict' || fault === 'locked' || fault === 'stale';
}

/** Whether to reopen a SQLite file after this error: memory and disk may differ, or the file may be gone. */
export function spoilsConnection(error: unknown): boolean {
  const name = sqliteClass(codeOf(error) ?? '');
  return name === 'IOERR' || name === 'READONLY' || name === 'CANTOPEN';
}

export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = ('driverError' in error ? error.driverError : error) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

function sqliteClass(code: string): string | undefined {
  return /^SQLITE_([A-Z]+)/.exec(code)?.[1];
}
