import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Who may read license keys may use them. */
const OWNER_ONLY = 0o600;
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

/**
 * Writes a file that is its owner's alone, also when one was there that was not: beside it first, and in its place when all of it
 * is there. A device or a pipe is written to as it is.
 * @throws {Error} when the path is a symbolic link, behind which anything may be, or nothing can be written there
 */
export async function writePrivately(path: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const found = await look(path);
  if (found && !found.isFile()) {
    await finish(await open(path, O_WRONLY | O_NOFOLLOW), work);
    return;
  }
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  const file = await open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, OWNER_ONLY).catch((error: Error) => {
    // By the name that was asked for.
    throw Object.assign(error, { path });
  });
  try {
    await finish(file, work);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/**
 * Begins a file that is its owner's alone, in the place of one that was there; for what is to be read while it grows.
 * @throws {Error} when the path is a symbolic link
 */
export async function openPrivately(path: string): Promise<FileHandle> {
  const found = await look(path);
  if (found && !found.isFile()) return open(path, O_WRONLY | O_NOFOLLOW);
  await rm(path, { force: true });
  return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, OWNER_ONLY);
}

async function finish(file: FileHandle, work: (file: FileHandle) => Promise<void>): Promise<void> {
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
  return found;
}
