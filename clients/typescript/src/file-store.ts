import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Store } from './options.js';

/** A file that always holds one text as a whole: another takes its place at once, and is on disk before. */
export function fileStore(file: string): Store {
  return {
    load: () => readIfThere(file),
    save: (text) => replaceFile(file, text),
  };
}

export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}

export const replaceFile = (file: string, text: string): Promise<void> =>
  writeAside(file, text, (written) => rename(written, file));

/** Writes a file beside this one and puts it into place. */
export async function writeAside(file: string, text: string, place: (written: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const written = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = await open(written, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await place(written);
  } finally {
    await rm(written, { force: true });
  }
}
