import type { INestApplicationContext, Type } from '@nestjs/common';
import { openBeside } from './open-beside';
import { createMigratedDatabase, type TestDatabase } from './test-database';

const loadOnce = globalThis.loadOnce!;
const { withProviders } = built('cli/with-database') as typeof import('../../src/cli/with-database');
const { readSettings } = built('platform/settings/settings') as typeof import('../../src/platform/settings/settings');

/** A module of the built service, whose classes are those that its modules provide. @param path under `src` */
export function built(path: string): unknown {
  return loadOnce(`./build/${path}.js`);
}

/** Runs providers of the service in this process, on a new database. */
export async function withModule(
  module: Type,
  settings: Readonly<Record<string, string>>,
  work: (providers: INestApplicationContext) => Promise<void>,
): Promise<void> {
  const database = await createMigratedDatabase();
  try {
    await besideService(database, module, settings, work);
  } finally {
    await database.drop();
  }
}

/** As `withModule`, on a database that a service may be using. */
export async function besideService(
  database: TestDatabase,
  module: Type,
  settings: Readonly<Record<string, string>>,
  work: (providers: INestApplicationContext) => Promise<void>,
): Promise<void> {
  const read = readSettings({ ...settings, DATABASE_URL: database.url });
  await withProviders(await openBeside(database, { knowsTables: true }), read, [module], work);
}
