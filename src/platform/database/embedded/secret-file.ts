import type { KeyObject } from 'node:crypto';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseSecretKey } from '../../settings/secret-key';
import { syncPath } from './sync-path';

const NAME = 'secret.key';
const FILE_MODE = 0o600;
const OTHERS = 0o077;

export const secretFileOf = (database: string): string => join(dirname(database), NAME);

/** @returns undefined if there is no such file. @throws {Error} if it can't be read, or holds no key */
export function readSecretFile(path: string): KeyObject | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new Error(`${path} can't be read (${code}).`, { cause: error });
  }
  try {
    return parseSecretKey(text.trimEnd());
  } catch (error) {
    throw new Error(`${path} ${(error as Error).message}`, { cause: error });
  }
}

/** Warns if others may read the secret: with it and a backup, anybody can sign. */
export function openSecretFile(database: string): string | undefined {
  const path = secretFileOf(database);
  const found = look(path);
  if (!found || (found.mode & OTHERS) === 0) return undefined;
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
  return `others may read ${path} (mode ${mode}), which encrypts the signing keys: run "chmod 600 ${path}".`;
}

/** @returns undefined also where this user can't look: what opens the database says so */
function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Durable, since data encrypted with it must not outlive it. An existing file stays. @throws {Error} */
export async function makeSecretFile(path: string): Promise<void> {
  const beside = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(beside, 'wx', FILE_MODE);
    try {
      await file.writeFile(`${randomBytes(32).toString('base64')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(beside, path);
    await syncPath(dirname(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new Error(`${path} can't be written (${code}).`, { cause: error });
  } finally {
    await rm(beside, { force: true });
  }
}
