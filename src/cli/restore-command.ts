import type { INestApplicationContext } from '@nestjs/common';
import { explain } from '../operations/doctor/explain';
import { Backups, BackupsModule } from '../operations/backups/backups.module';
import type { BackupHeader } from '../operations/backups/contents';
import { destinationFor, migrationsOf, type Restore, restoreInto } from '../operations/backups/restore';
import { setDeadlines } from '../platform/database/data-source';
import { NextIds } from '../platform/database/next-ids';
import type { DatabaseTarget } from '../platform/settings/database-url';
import { keylinkCommand } from '../platform/settings/keylink-command';
import { loadSettings } from '../platform/settings/load-settings';
import type { Settings } from '../platform/settings/settings';
import { SCHEMA } from '../schema';
import type { RootOptions } from './approve-signing';
import { CountedRows, portionsOf, type ReadOptions, readVerified } from './backup-command';
import { announceDatabase } from './named-database';
import { printLine, showTime, tell } from './output';
import { StepProgress } from './progress';
import { RestorationModule } from './restoration';
import { type Passed, passEverything, readGiven, tellVersion } from './restored-command';
import { untilInterrupted } from './signals';
import { withProviders } from './with-database';

interface Options extends ReadOptions, RootOptions {
  readonly published?: string;
}

export async function restore(file: string, options: Options): Promise<void> {
  const settings = loadSettings();
  const { database } = settings;
  announceDatabase(database);
  const given = await readGiven(options);
  const steps = new StepProgress(options.json === true);
  let passed: Passed | undefined;
  const finish = async (providers: INestApplicationContext): Promise<void> => {
    steps.stop();
    // The data is complete; the rest can be done later, but a script must not start the service before.
    passed = await passEverything(providers, given).catch((error: unknown) => {
      process.exitCode = 1;
      tell(`${explain(error)} When that is settled, run "${keylinkCommand('restored')}" before the service starts.`);
      return undefined;
    });
  };
  const job = restoreJob(settings, database, steps, finish);
  const destination = destinationFor(database, job);
  await destination.requireEmpty();
  tell(`Checking ${file} …`);
  // Nothing is written before the whole backup is verified.
  const { header, signedBy } = await readVerified(file, options);
  migrationsOf(header, SCHEMA);
  tell(`It is whole${signedBy ? `, and signed by ${signedBy.iss}` : ', and not signed'}. Restoring it …`);
  await untilInterrupted(INCOMPLETE, steps, async () =>
    restoreInto(destination, await portionsOf(file, options.identity), job),
  );
  if (options.json)
    printLine(
      JSON.stringify({ takenAt: header.takenAt, lastLog: header.lastLog, rows: header.rows, passed: passed ?? null }),
    );
  else tellLost(header, passed);
}

/** What to do where filling a database was interrupted. */
export const INCOMPLETE =
  'The database is not complete: before a service starts on it, run the same command again, which ends what this one began.';

/** @param target the database to fill; the settings may name another one @param finish further work on its content */
export function restoreJob(
  settings: Settings,
  target: DatabaseTarget,
  steps: StepProgress,
  finish: (providers: INestApplicationContext) => Promise<void>,
): Restore {
  const counted = new CountedRows(steps);
  let hasBegun = false;
  const forTarget = Object.create(settings, { database: { value: target } }) as Settings;
  return {
    schema: SCHEMA,
    tell,
    onRows: (rows, header) => {
      if (!hasBegun) counted.begin(header);
      hasBegun = true;
      counted.add(rows);
    },
    finish: async (dataSource, header) => {
      setDeadlines(dataSource, true);
      await withProviders(dataSource, forTarget, [RestorationModule, BackupsModule], async (providers) => {
        await providers.get(NextIds).continueFrom(header.ids);
        if (!providers.get(Backups).readsSecretsOf(header.secretKey)) tell(OTHER_SECRET_KEY);
        await finish(providers);
      });
    },
  };
}

const OTHER_SECRET_KEY =
  "SECRET_KEY is not the one of the backup: private keys that sign and the secrets of webhooks and shops can be read with that one alone. Set it to what it was: what the file secret.key beside the embedded database holds, if it wasn't set there.";

function tellLost({ takenAt, lastLog, rows }: BackupHeader, passed: Passed | undefined): void {
  const { license_keys: keys, links, license_logs: logs } = rows;
  const last = lastLog ? ` The last logged check is of ${showTime(lastLog.timeAt, '')}.` : '';
  printLine(`Restored ${keys} license keys, ${links} links and ${logs} logged checks.`);
  printLine(`What came after ${showTime(takenAt, '')} is lost: ${sinceThen(Date.now() - takenAt)}.${last}`);
  if (passed) tellVersion(passed.keySetVersion);
}

function sinceThen(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 2) return `${Math.round(milliseconds / 1000)} seconds`;
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
