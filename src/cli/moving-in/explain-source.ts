import { stopping } from '../../platform/errors/errors';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there; is it running, and are host and port right?',
  ENOTFOUND: 'its host cannot be resolved; is it spelled right?',
  EAI_AGAIN: 'its host cannot be resolved; is it spelled right?',
  ETIMEDOUT: 'it does not answer in time; are host and port right, or is a firewall in between?',
  EHOSTUNREACH: 'it cannot be reached from here.',
  ENETUNREACH: 'it cannot be reached from here.',
  ECONNRESET: 'it ended the connection.',
  PROTOCOL_CONNECTION_LOST: 'it ended the connection.',
  ER_ACCESS_DENIED_ERROR: 'it refuses this user with this password.',
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: 'it refuses this user without a password.',
  ER_DBACCESS_DENIED_ERROR: 'this user may not use this database.',
  ER_TABLEACCESS_DENIED_ERROR: 'this user may not read one of its tables; grant SELECT on the whole database.',
  ER_BAD_DB_ERROR: 'there is no database with this name.',
  '28P01': 'it refuses this user with this password.',
  '28000': 'it refuses this user.',
  '3D000': 'there is no database with this name.',
  '42501': 'this user may not read one of its tables; grant SELECT on the whole database.',
  '57P01': 'it ended the connection.',
  SQLITE_NOTADB: 'it is not an SQLite database.',
  SQLITE_CORRUPT: 'it is damaged.',
  SQLITE_CANTOPEN: 'this user may not read it.',
  SQLITE_BUSY: 'another program has locked it.',
};

/** An error that explains, without secrets, why the source can't be read; it ends imports. */
export function explainSource(error: unknown, place: string): Error {
  const root = error instanceof AggregateError && error.errors.length > 0 ? (error.errors[0] as unknown) : error;
  const { code = '', message } = root as NodeJS.ErrnoException;
  const explained = stopping(
    `${place} can't be read: ${REASONS[code] ?? `${message}${/[.!?]$/.test(message) ? '' : '.'}`}`,
  );
  explained.cause = error;
  return explained;
}
