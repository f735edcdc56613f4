import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Explains why a database file can't be used, naming the setting. The original error is the cause. */
export function explainFile(error: unknown, file: string): Error {
  return new Error(`DATABASE_URL: ${file} can't be used: ${reasonOf(error as NodeJS.ErrnoException, file)}`, {
    cause: error,
  });
}

function reasonOf({ code = '', message }: NodeJS.ErrnoException, file: string): string {
  if (code.startsWith('SQLITE_NOTADB')) return 'it is not a database.';
  if (code.startsWith('SQLITE_CORRUPT')) return 'it is damaged; restore it from a backup.';
  if (existsSync(file) && statSync(file).isDirectory()) return 'it is a folder; name a file in it.';
  const folder = nearestFolder(dirname(file));
  if (!statSync(folder).isDirectory()) return `${folder} is not a folder.`;
  const user = process.getuid ? `user ${process.getuid()}` : 'this user';
  if (!may(folder, constants.W_OK | constants.X_OK)) return `${user} can't write in the folder ${folder}.`;
  if (!may(file, constants.R_OK | constants.W_OK)) return `${user} can't read and write it.`;
  return `${message}.`;
}

function nearestFolder(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearestFolder(dirname(path));
}

function may(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
