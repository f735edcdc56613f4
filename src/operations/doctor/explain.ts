import { databaseFault } from '../../platform/database/database-errors';

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'this user may not read or write it',
  EPERM: 'this user may not read or write it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EROFS: 'its file system takes no changes',
};

/** Of a file, and of the embedded database. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** One sentence for the terminal, without a stack trace. */
export function explain(error: unknown): string {
  if (isFull(error)) return 'There is no room left on the disk, or its quota is used up.';
  const reason = reasonOf(error);
  return databaseFault(error) === 'unavailable' ? `The database does not answer: ${reason}` : reason;
}

/** As `explain`, of something other than the database. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A host with several addresses fails once for each; the aggregate has no message.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const { code = '', path } = error as NodeJS.ErrnoException;
  // Reading a folder fails without a path in the error.
  if (code === 'EISDIR' && path === undefined) return 'What was named as a file is a folder.';
  return path !== undefined && code in FILE_FAULTS ? `${path}: ${FILE_FAULTS[code]}.` : error.message;
}

/** The error of a query has the driver's one inside. */
function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, driverError } = error as NodeJS.ErrnoException & { driverError?: unknown };
  return FULL.has(code ?? '') || isFull(driverError);
}
