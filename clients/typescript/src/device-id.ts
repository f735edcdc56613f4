import { randomBytes } from 'node:crypto';
import { link } from 'node:fs/promises';
import { checkFile } from './arguments.js';
import { readIfThere, replaceFile, writeAside } from './file-store.js';

const DEVICE_ID = /^[A-Za-z0-9_-]{22}$/;

/**
 * A random name for this copy's place of work, in a file that the program owns. It outlives reboots and another network card, and
 * moves with a container's volume. Of programs that start at the same time, all get the same. Whoever copies the file copies the name.
 * @throws when the file can be neither read nor made
 */
export async function deviceId(options: { readonly file: string }): Promise<string> {
  checkFile(options);
  const { file } = options;
  try {
    return (await read(file)) ?? (await make(file));
  } catch (error) {
    throw new Error(`The device id can't be kept in ${file}: ${(error as Error).message}`, { cause: error });
  }
}

async function make(file: string): Promise<string> {
  const made = randomBytes(16).toString('base64url');
  try {
    await writeAside(file, `${made}\n`, (written) => link(written, file));
  } catch (error) {
    // Somebody else was faster; or the disk knows no links; or what is there is broken.
    const theirs = await read(file);
    if (theirs !== undefined) return theirs;
    if (isAboutTheFolder(error)) throw error;
    await replaceFile(file, `${made}\n`);
  }
  return made;
}

async function read(file: string): Promise<string | undefined> {
  const text = (await readIfThere(file))?.trim();
  return text !== undefined && DEVICE_ID.test(text) ? text : undefined;
}

const isAboutTheFolder = (error: unknown): boolean =>
  ['EACCES', 'EROFS', 'ENOTDIR', 'ENOENT', 'ENOSPC'].includes(String((error as { code?: string }).code));
