import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const leftovers = new Set<() => void>();
// However the run ends, nothing of it stays.
process.once('exit', () => [...leftovers].toReversed().forEach((remove) => remove()));

/** Has `remove` called when the process ends, whatever ends it; the returned function calls it before that. */
export function removeAtExit(remove: () => void): () => void {
  leftovers.add(remove);
  return () => {
    if (leftovers.delete(remove)) remove();
  };
}

interface Folder {
  readonly path: string;
  readonly remove: () => void;
}

export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'keylink-faults-'));
  // A process that was killed a moment ago may still be about to make a file.
  const remove = removeAtExit(() => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  return { path, remove };
}
