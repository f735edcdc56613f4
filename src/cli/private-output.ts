import { randomUUID } from 'node:crypto';
import { constants, lstatSync, rmSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { filesOf } from '../platform/database/embedded/private-files';
import { loadSettings } from '../platform/settings/load-settings';
import { InterruptedError, Signals } from './signals';

type Work = (file: FileHandle, ending?: AbortSignal) => Promise<void>;

const OWNER_ONLY = 0o600;
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

/**
 * Writes a file only its owner can read, through a temporary file unless `path` is a device or pipe.
 * @throws {Error} if the path is a symbolic link or can't be written; {InterruptedError} after a signal
 */
export async function writePrivately(path: string, work: Work): Promise<void> {
  const found = await look(path);
  if (found && !found.isFile()) {
    await finish(await open(path, O_WRONLY | O_NOFOLLOW), work);
    return;
  }
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  const ending = new AbortController();
  const end = (signal: NodeJS.Signals): void => {
    const message = `It was interrupted (${signal}), and nothing was written to ${path}.`;
    ending.abort(new InterruptedError(message, signals.exitCode!));
  };
  const signals = new Signals(end, () => rmSync(beside, { force: true }));
  try {
    await finish(await openNew(beside, path), (file) => work(file, ending.signal));
    ending.signal.throwIfAborted();
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    // The work fails with an error of its own when aborted.
    ending.signal.throwIfAborted();
    throw error;
  } finally {
    // npm may pass the same signal on again; it must not kill the command before it reports why it ends.
    if (!ending.signal.aborted) signals.close();
  }
}

function openNew(beside: string, path: string): Promise<FileHandle> {
  return open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, OWNER_ONLY).catch((error: Error) => {
    throw Object.assign(error, { path });
  });
}

/** Replaces a file; only its owner can read it, even while it grows. @throws {Error} for a symlink or the input */
export async function openPrivately(path: string, input?: Stats): Promise<FileHandle> {
  const found = await look(path);
  if (found && !found.isFile()) return open(path, O_WRONLY | O_NOFOLLOW);
  if (found && input && isSame(found, input)) throw new Error(`${path} is the file to import; name another file.`);
  await rm(path, { force: true });
  return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, OWNER_ONLY);
}

async function finish(file: FileHandle, work: Work): Promise<void> {
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

async function look(path: string): Promise<Stats | undefined> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (found?.isSymbolicLink()) throw new Error(`${path} is a symbolic link; name the file itself.`);
  if (found?.isDirectory()) throw new Error(`${path} is a folder; name a file in it.`);
  if (found) requireOther(path, found);
  return found;
}

/** @throws {Error} if the file belongs to the database, which a slip would overwrite */
function requireOther(path: string, found: Stats): void {
  const { database } = loadSettings();
  if (database.engine !== 'embedded') return;
  const own = filesOf(database.file).map((file) => lstatSync(file, { throwIfNoEntry: false }));
  if (own.some((file) => file && isSame(file, found)))
    throw new Error(`${path} belongs to the database; name another file.`);
}

const isSame = (one: Stats, other: Stats): boolean => one.ino === other.ino && one.dev === other.dev;
