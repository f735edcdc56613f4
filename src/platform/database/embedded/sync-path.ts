import { open } from 'node:fs/promises';

/** Resolves once a file, or what a folder says of its files, is on the disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
