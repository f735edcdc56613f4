import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Store } from './options.js';

/** A file that always holds one text as a whole: another takes its place at once, and is on disk before. */
export function fileStore(file: string): Store {
  return {
    load: () => readIfThere(file),
    save: (text) => replaceFile(file, text),
  };
}

/** @throws also when the path is something else, such as a pipe: reading it might never end */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new Error(`${file} is no file.`);
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
  await makeFolder(dirname(file));
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

/** Node's own `recursive` doesn't come back from folders that can't be made in some file systems, such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  const above = dirname(folder);
  // A drive or share that is not connected lies in no other folder.
  if (above === folder || (await isThere(folder))) return;
  await makeFolder(above);
  await mkdir(folder).catch(async (error: unknown) => {
    // Somebody else was faster.
    if (!(await isThere(folder))) throw error;
  });
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
