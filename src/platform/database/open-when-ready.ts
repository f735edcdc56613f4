import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { Settings } from '../settings/settings';
import { openCurrentDatabase, openDatabase } from './data-source';
import { codeOf, databaseFault } from './database-errors';
import { explainStart } from './explain-start';

const PATIENCE_MS = 30_000;
const RETRY_MS = 1000;

/** Waits for a server that can't be reached. @throws {Error | SchemaBehindError | SchemaAheadError} */
export async function openWhenReady(
  options: DataSourceOptions,
  { database: target, autoMigrate }: Settings,
): Promise<DataSource> {
  // Without the right to change the schema, only check it.
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

/** Waiting doesn't fix a refused certificate. */
function mayCome(error: unknown): boolean {
  return databaseFault(error) === 'unavailable' && !codeOf(error)?.startsWith('HANDSHAKE_');
}

function warn(message: string): void {
  new Logger('Database').warn(message);
}
