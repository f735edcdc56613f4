import { open } from 'node:fs/promises';

/** Resolves once a file, or a folder's list of files, is on disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
