import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { explainFile } from './explain-file';
import { openSecretFile, secretFileOf } from './secret-file';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const OTHERS = 0o077;
/** Set on folders that several users share, such as /tmp. */
const STICKY = 0o1000;
const ENDINGS = ['', '-wal', '-shm', '-journal', '-lock'];

/** Call it before SQLite opens the file: SQLite's other files inherit the mode. @throws {Error} naming the setting */
export function keepPrivate(file: string, warn: (message: string) => void): void {
  try {
    makeFolder(dirname(file));
    if (!existsSync(file)) closeSync(openSync(file, 'a', FILE_MODE));
    const real = realpathSync(file);
    for (const own of filesOf(file)) tighten(own, FILE_MODE, warn);
    const open = isLink(secretFileOf(file)) ? openSecretFile(file) : undefined;
    if (open !== undefined) warn(`${open[0].toUpperCase()}${open.slice(1)}`);
    const folder = dirname(real);
    if (isOwn(folder, [basename(real), basename(secretFileOf(file))])) tighten(folder, FOLDER_MODE, warn);
  } catch (error) {
    throw explainFile(error, file);
  }
}

/** All files of a database, whether they exist or not. */
export function filesOf(file: string): string[] {
  const real = realPathOf(file);
  return [...ENDINGS.map((ending) => real + ending), secretFileOf(file)];
}

/** SQLite keeps its files beside the real one, not beside a link. */
export function realPathOf(file: string): string {
  return existsSync(file) ? realpathSync(file) : file;
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** Node's `recursive` never returns if a folder can't be made on file systems such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, FOLDER_MODE);
}

/** keylink's own folder, or one with nothing but the database and its secret. */
function isOwn(folder: string, names: readonly string[]): boolean {
  if ((lstatSync(folder).mode & STICKY) !== 0) return false;
  return (
    folder === resolve('data') || readdirSync(folder).every((other) => names.some((name) => other.startsWith(name)))
  );
}

function tighten(path: string, mode: number, warn: (message: string) => void): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  // Leaves links alone, and devices that a wrong setting may name.
  if (found === undefined || !(found.isFile() || found.isDirectory()) || (found.mode & OTHERS) === 0) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    warn(
      `Others may read ${path}, and this user can't change that (${code}): make the user that runs keylink its owner.`,
    );
  }
}
