import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { explainFile } from './explain-file';
import { openSecretFile, secretFileOf } from './secret-file';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const OTHERS = 0o077;
/** Set on folders that several users share, such as /tmp. */
const STICKY = 0o1000;
/** The files of a database: its own, SQLite's beside it, and keylink's lock. */
const ENDINGS = ['', '-wal', '-shm', '-journal', '-lock'];

/**
 * Makes a database file its owner's alone, whether it is there already or not, with all that belongs to it: who can read it
 * has every license key. The folder as well, when nothing else is in it. Before SQLite opens the file: what SQLite makes
 * beside it gets its mode.
 * @param warn told what others may read, since another user owns it
 * @throws {Error} naming the setting, when the file can't be made
 */
export function keepPrivate(file: string, warn: (message: string) => void): void {
  try {
    makeFolder(dirname(file));
    // Also where a link leads to.
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

/** A database file and all that belongs to it, whether it is there or not. */
export function filesOf(file: string): string[] {
  const real = realPathOf(file);
  return [...ENDINGS.map((ending) => real + ending), secretFileOf(file)];
}

/** Where a file really is, beside which SQLite keeps its own; as it is called while it isn't there. */
export function realPathOf(file: string): string {
  return existsSync(file) ? realpathSync(file) : file;
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** Node's own `recursive` doesn't come back from folders that can't be made in some file systems, such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, FOLDER_MODE);
}

/** The folder that keylink makes, or one that holds nothing but the database and its secret. */
function isOwn(folder: string, names: readonly string[]): boolean {
  if ((lstatSync(folder).mode & STICKY) !== 0) return false;
  return (
    folder === resolve('data') || readdirSync(folder).every((other) => names.some((name) => other.startsWith(name)))
  );
}

function tighten(path: string, mode: number, warn: (message: string) => void): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  // Neither links nor, where a setting is wrong, a device that all programs need.
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
