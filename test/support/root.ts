import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's folder, whether this file runs from where it stands or from where it was compiled to. */
export const ROOT = findRoot(__dirname);

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}
