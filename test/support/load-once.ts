import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './root';

declare global {
  /** In tests; `environment.js` sets it. */
  var loadOnce: NodeJS.Require | undefined;
}

/** Loads a package, or a file that is named from the project's root: once in a worker, where Jest would do so for each test file. */
export const loadOnce = globalThis.loadOnce ?? createRequire(join(ROOT, 'package.json'));
