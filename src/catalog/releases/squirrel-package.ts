import { versionOrder } from '../../platform/versions/version-order';

/** What Windows has in no name of a file. */
const NOT_IN_NAMES = /[<>:"|?*\\\p{Cc}]/u;
/** As NuGet writes versions: no dots behind the hyphen. */
const VERSION = /^\d+(?:\.\d+){0,3}(?:-[A-Za-z][0-9A-Za-z-]*)?$/;
const ENDING = '.nupkg';

/**
 * Whether an address names a whole package of a version, as Squirrel.Windows reads the version: from the end of the file's
 * name. It would not understand another name, and take another version for newer again and again.
 */
export function isPackageOf(version: string, address: string): boolean {
  const name = fileNameIn(address);
  if (name === undefined || !name.endsWith(ENDING) || NOT_IN_NAMES.test(name)) return false;
  const stem = name.slice(0, -ENDING.length).replace(/-full$/, '');
  for (let start = 0; start < stem.length; start++) {
    const end = stem.slice(start);
    if (VERSION.test(end)) return versionOrder(end) === versionOrder(version);
  }
  return false;
}

function fileNameIn(address: string): string | undefined {
  try {
    return decodeURIComponent(new URL(address).pathname).split('/').at(-1);
  } catch {
    return undefined;
  }
}
