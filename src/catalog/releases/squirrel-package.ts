import { versionOrder } from '../../platform/versions/version-order';

/** Characters that Windows allows in no file name. */
const NOT_IN_NAMES = /[<>:"|?*\\\p{Cc}]/u;
/** As NuGet writes versions: no dots after the hyphen. */
const VERSION = /^\d+(?:\.\d+){0,3}(?:-[A-Za-z][0-9A-Za-z-]*)?$/;
const ENDING = '.nupkg';

/**
 * Whether a URL names a full package of a version, as Squirrel.Windows reads it: from the end of the file name. With
 * any other name it would install the same version again and again.
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
