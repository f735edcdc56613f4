import type { DataSource } from 'typeorm';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './root';

declare global {
  /** In tests; `environment.js` sets it. Node's own `require`: what it loads is loaded once in a worker. */
  var loadOnce: NodeJS.Require | undefined;
}

const loadOnce = globalThis.loadOnce ?? createRequire(join(ROOT, 'package.json'));

const { connectDatabase } = loadOnce(
  './build/platform/database/data-source.js',
) as typeof import('../../src/platform/database/data-source');
const { parseDatabaseUrl } = loadOnce(
  './build/platform/settings/database-url.js',
) as typeof import('../../src/platform/settings/database-url');
const { databaseOptions } = loadOnce('./build/schema.js') as typeof import('../../src/schema');

interface Beside {
  /** Whether a statement that takes long is given up: what fills tables takes its time. */
  readonly hasDeadlines?: boolean;
  /** Whether `entityMetadatas` names the tables, which takes ten times as long as connecting. */
  readonly knowsTables?: boolean;
}

/** Connects to a test's database beside the service, as that does, for statements; its tables are there already. */
export function openBeside(
  { url }: { readonly url: string },
  { hasDeadlines = false, knowsTables = false }: Beside = {},
): Promise<DataSource> {
  const options = databaseOptions(parseDatabaseUrl(url));
  return connectDatabase(knowsTables ? options : { ...options, entities: [], migrations: [] }, hasDeadlines);
}
