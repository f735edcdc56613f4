import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { Settings } from '../settings/settings';
import { openCurrentDatabase, openDatabase } from './data-source';
import { codeOf, databaseFault } from './database-errors';
import { explainStart } from './explain-start';

/** Longest that a start waits for a server that is starting itself, in milliseconds. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 1000;

/**
 * Opens the database. A server that can't be reached is waited for, since it may be starting too; one that refuses is not, nor is
 * a file that can't be opened.
 * @throws {Error} saying why not, in one sentence that names the setting
 * @throws {SchemaBehindError} when migrations are pending that this start is not to make
 * @throws {SchemaAheadError} when a newer keylink has made some that this one would have to know
 */
export async function openWhenReady(
  options: DataSourceOptions,
  { database: target, autoMigrate }: Settings,
): Promise<DataSource> {
  // Without the right to change the schema, the service may only look whether it was changed.
  const open = autoMigrate ? openDatabase : openCurrentDatabase;
  const giveUp = performance.now() + PATIENCE_MS;
  let told: string | undefined;
  for (;;) {
    try {
      return await open(options, warn);
    } catch (error) {
      const reason = explainStart(error, target);
      if (target.engine === 'embedded' || !mayCome(error) || performance.now() > giveUp) throw reason;
      const message = (reason as Error).message;
      if (message !== told) warn(`${message} Waiting for up to ${PATIENCE_MS / 1000} seconds.`);
      told = message;
      await sleep(RETRY_MS);
    }
  }
}

/** A certificate that is refused is not mended by waiting. */
function mayCome(error: unknown): boolean {
  return databaseFault(error) === 'unavailable' && !codeOf(error)?.startsWith('HANDSHAKE_');
}

function warn(message: string): void {
  new Logger('Database').warn(message);
}
