import { Backups, BackupsModule } from '../operations/backups/backups.module';
import { rowsIn } from '../operations/backups/contents';
import { destinationFor, restoreInto } from '../operations/backups/restore';
import { claimFile } from '../platform/database/embedded/file-claim';
import { NextIds } from '../platform/database/next-ids';
import { type DatabaseTarget, parseDatabaseUrl } from '../platform/settings/database-url';
import { loadSettings } from '../platform/settings/load-settings';
import { announceDatabase, requireDatabaseFile } from './named-database';
import type { WithJson } from './options';
import { printLine } from './output';
import { StepProgress } from './progress';
import { INCOMPLETE, restoreJob } from './restore-command';
import { untilInterrupted } from './signals';
import { readDatabase } from './with-database';

export async function move({ to, json }: WithJson & { to: string }): Promise<void> {
  const settings = loadSettings();
  const target = readTarget(to);
  if (settings.database.engine === 'embedded') {
    requireDatabaseFile(settings.database);
    // Changes by a running service would be lost.
    await claimFile(settings.database.file);
  }
  const steps = new StepProgress(json === true);
  await readDatabase([BackupsModule], async (providers) => {
    announceDatabase(target);
    const ids = providers.get(NextIds);
    const before = JSON.stringify(await ids.read());
    const job = restoreJob(settings, target, steps, async () => {
      if (JSON.stringify(await ids.read()) === before) return;
      throw new Error(
        'The database has changed meanwhile, so the copy misses something. Stop every service on it, empty the other database, and start again.',
      );
    });
    const destination = destinationFor(target, job);
    await destination.requireEmpty();
    const { header } = await untilInterrupted(INCOMPLETE, steps, async () =>
      restoreInto(destination, await providers.get(Backups).read(() => undefined), job),
    );
    const rows = rowsIn(header);
    if (json) printLine(JSON.stringify({ rows: header.rows }));
    else
      printLine(
        `All ${rows} rows are in the other database, and ids go on where they were. Name it in DATABASE_URL, and start the service.`,
      );
  });
}

function readTarget(url: string): DatabaseTarget {
  try {
    return parseDatabaseUrl(url);
  } catch (error) {
    throw new Error(`--to ${(error as Error).message}`, { cause: error });
  }
}
