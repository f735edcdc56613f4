import { randomUUID } from 'node:crypto';
import { constants, lstatSync, rmSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { filesOf } from '../platform/database/embedded/private-files';
import { loadSettings } from '../platform/settings/load-settings';
import { InterruptedError, Signals } from './signals';

type Work = (file: FileHandle, ending?: AbortSignal) => Promise<void>;

/** Who may read license keys may use them. */
const OWNER_ONLY = 0o600;
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

/**
 * Writes a file that is its owner's alone, also when one was there that was not: beside it first, and in its place when all of it
 * is there. A device or a pipe is written to as it is.
 * @param work told of a signal that ends the command, which leaves nothing behind
 * @throws {InterruptedError} after such a signal
 * @throws {Error} when the path is a symbolic link, behind which anything may be, or nothing can be written there
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
    // What was under way fails of it in words of its own.
    ending.signal.throwIfAborted();
    throw error;
  } finally {
    // After one, the same that npm passes on may still come: it must not end the command before that says why it ends.
    if (!ending.signal.aborted) signals.close();
  }
}

function openNew(beside: string, path: string): Promise<FileHandle> {
  return open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, OWNER_ONLY).catch((error: Error) => {
    // By the name that was asked for.
    throw Object.assign(error, { path });
  });
}

/**
 * Begins a file that is its owner's alone, in the place of one that was there; for what is to be read while it grows.
 * @param input what is still to be read, by whatever name
 * @throws {Error} when the path is a symbolic link, or the input's
 */
export async function openPrivately(path: string, input: Stats): Promise<FileHandle> {
  const found = await look(path);
  if (found && !found.isFile()) return open(path, O_WRONLY | O_NOFOLLOW);
  if (found && isSame(found, input)) throw new Error(`${path} is imported; name another file.`);
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

/** @throws {Error} when the file is the database, or belongs to it: a slip of the hand would cost all license keys */
function requireOther(path: string, found: Stats): void {
  const { database } = loadSettings();
  if (database.engine !== 'embedded') return;
  const own = filesOf(database.file).map((file) => lstatSync(file, { throwIfNoEntry: false }));
  if (own.some((file) => file && isSame(file, found)))
    throw new Error(`${path} belongs to the database; name another file.`);
}

const isSame = (one: Stats, other: Stats): boolean => one.ino === other.ino && one.dev === other.dev;
