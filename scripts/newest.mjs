import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** When a file, or anything in a folder, was changed last; files and folders of some names left out. */
export function newest(path, except = []) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  const names = readdirSync(path).filter((name) => !except.includes(name));
  return Math.max(stat.mtimeMs, ...names.map((name) => newest(join(path, name), except)));
}
