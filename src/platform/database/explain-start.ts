import type { DatabaseTarget } from '../settings/database-url';
import { codeOf } from './database-errors';
import { explainFile } from './embedded/explain-file';
import { explainServer } from './explain-server';

/** Explains why the database can't be opened. @returns the given error itself if it is about something else */
export function explainStart(error: unknown, target: DatabaseTarget): unknown {
  if (target.engine === 'mysql') return explainServer(error, target);
  return isAboutFile(error) ? explainFile(error, target.file) : error;
}

/** libsql has no code for a file that can't be opened, nor names that of a folder that can't be written. */
function isAboutFile(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return (
    /^SQLITE_(CANTOPEN|NOTADB|CORRUPT|READONLY|IOERR|PERM|AUTH|FULL|BUSY|LOCKED)|^E[A-Z]+$/.test(code) ||
    /Unable to open|readonly database/.test(String(error))
  );
}
