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
  /** The database can't be reached, or can't write. */
  | 'unavailable';

/** Raised by keylink itself when the database doesn't answer in time, or too much waits for it already. */
export class DatabaseOverloadedError extends Error {
  readonly code = 'KEYLINK_OVERLOADED';
}

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
  SQLITE_BUSY: 'conflict',
  SQLITE_BUSY_SNAPSHOT: 'conflict',
  KEYLINK_OVERLOADED: 'unavailable',
  SQLITE_FULL: 'unavailable',
  SQLITE_IOERR: 'unavailable',
  SQLITE_CANTOPEN: 'unavailable',
  ER_CON_COUNT_ERROR: 'unavailable',
  ER_DISK_FULL: 'unavailable',
  ER_RECORD_FILE_FULL: 'unavailable',
  ER_SERVER_SHUTDOWN: 'unavailable',
  ER_OPTION_PREVENTS_STATEMENT: 'unavailable',
  ER_READ_ONLY_MODE: 'unavailable',
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: 'unavailable',
  ER_ERROR_DURING_COMMIT: 'unavailable',
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
};

/** @returns undefined when the error isn't the database's, or means a mistake in keylink itself */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error)) return undefined;
  // TypeORM keeps the driver's own error in `driverError`.
  const { code } = ('driverError' in error ? error.driverError : error) as { code?: unknown };
  return typeof code === 'string' ? FAULTS[code] : undefined;
}
