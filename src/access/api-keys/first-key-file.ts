import { open, readFile, rm } from 'node:fs/promises';
import { isPlausibleSecret } from './api-key-secret';

const MADE_HERE = /^kl_[0-9A-Za-z]{36}$/;

/** Replaces a file with an earlier first key, but no other; the new one is mode 0600 and synced. @throws {Error} */
export async function writeFirstKey(path: string, secret: string): Promise<void> {
  try {
    if (await holdsFirstKey(path)) await rm(path);
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(`${secret}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EEXIST' ? 'exists, and holds something other than a first key' : `can't be written (${code})`;
    throw new Error(`FIRST_API_KEY_FILE: ${path} ${reason}; no key was made.`, { cause: error });
  }
}

async function holdsFirstKey(path: string): Promise<boolean> {
  try {
    const text = (await readFile(path, 'utf8')).trimEnd();
    return MADE_HERE.test(text) && isPlausibleSecret(text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
