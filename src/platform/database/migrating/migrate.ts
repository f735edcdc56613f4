import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolConnection } from 'mysql2';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { databaseFault } from '../database-errors';
import { endSession } from '../end-session';
import { requireUnderstood } from '../schema-state';
import { StartLock } from '../start-lock';
import { beforeEnd } from './before-end';
import { markEndOfOlderVersions, STEP_BACK_MS } from './end-of-older-versions';
import { describeLockHolder } from './lock-holder';

/**
 * Longest that a change of the schema waits for a table, in seconds. All other requests for the table queue behind it: requests
 * of running instances are answered this much later, and must be answered within their 2.5 seconds.
 */
const TABLE_PATIENCE_S = 1;
/** Between two tries, in which running instances answer as always. */
const PAUSE_MS = 4000;
/** Longest that a migration waits for the transactions of others. */
const PATIENCE_MS = 600_000;
const MINUTES = PATIENCE_MS / 60_000;
/** So often the log says what a migration waits for. */
const TELL_EVERY_MS = 60_000;

/**
 * Brings the schema up to date; several instances may do so at once.
 * @param dataSource one without deadlines: an index on a large table takes its time
 * @param tell is told what a migration waits for
 * @returns the names of the migrations that were made
 * @throws {SchemaAheadError}
 */
export async function migrate(dataSource: DataSource, tell: (message: string) => void): Promise<string[]> {
  const { pending } = await requireUnderstood(dataSource);
  if (pending.length === 0) return [];
  const runner = dataSource.createQueryRunner();
  try {
    return await (dataSource.options.type === 'mysql' ? migrateServer(runner, tell) : migrateFile(runner));
  } finally {
    await runner.release();
  }
}

/** MySQL commits each change of the schema by itself, so the start lock keeps others out, for as long as this session lives. */
async function migrateServer(runner: QueryRunner, tell: (message: string) => void): Promise<string[]> {
  const connection = (await runner.connect()) as PoolConnection;
  const withdraw = beforeEnd(() => endSession(connection));
  try {
    await runner.query(`SET SESSION lock_wait_timeout = ${TABLE_PATIENCE_S}`);
    return await new StartLock(runner.dataSource).hold(() => makePending(runner, tell), runner);
  } finally {
    withdraw();
    // Nobody else is to get its settings.
    connection.destroy();
  }
}

async function makePending(runner: QueryRunner, tell: (message: string) => void): Promise<string[]> {
  // Another instance may have made them meanwhile.
  const { pending } = await requireUnderstood(runner.dataSource);
  if (pending.length === 0) return [];
  if (await markEndOfOlderVersions(runner)) {
    tell(
      `Instances of older versions can't go on with the new schema: they answer 503 from now on. The migration begins in ${STEP_BACK_MS / 1000} s.`,
    );
    await sleep(STEP_BACK_MS);
  }
  let toldAt = -Infinity;
  await whileLocked(
    () => execute(runner),
    PAUSE_MS,
    async () => {
      if (performance.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = performance.now();
      tell(
        `The migration waits: a table is in use by ${await describeLockHolder(runner)}. It is tried again every ${PAUSE_MS / 1000} s, ` +
          `for ${MINUTES} minutes at most; running instances go on meanwhile.`,
      );
    },
    async () =>
      `The schema could not be changed for ${MINUTES} minutes: a table is in use by ${await describeLockHolder(runner)}. End that, and start again.`,
  );
  await markEndOfOlderVersions(runner);
  return pending;
}

/** SQLite changes its schema in transactions: its own lock keeps others out, and goes with a process that dies. */
async function migrateFile(runner: QueryRunner): Promise<string[]> {
  return whileLocked(
    async () => {
      // Foreign keys can't be turned off within a transaction.
      await runner.beforeMigration();
      await runner.startTransaction();
      try {
        const made = await execute(runner);
        await markEndOfOlderVersions(runner);
        await runner.commitTransaction();
        return made;
      } catch (error) {
        await runner.rollbackTransaction();
        throw error;
      } finally {
        await runner.afterMigration();
      }
    },
    0,
    () => Promise.resolve(),
    () =>
      Promise.resolve(`The schema could not be changed for ${MINUTES} minutes: another process writes to the file.`),
  );
}

/** Each migration can be made again after it was cut short: where a part of it is there already, it makes the rest. */
async function execute(runner: QueryRunner): Promise<string[]> {
  const executor = new MigrationExecutor(runner.dataSource, runner);
  executor.transaction = 'all';
  return (await executor.executePendingMigrations()).map(({ name }) => name);
}

/** Does `work` again while others hold what it needs, for a bounded time. */
async function whileLocked<T>(
  work: () => Promise<T>,
  pauseMs: number,
  onLocked: () => Promise<void>,
  tooLong: () => Promise<string>,
): Promise<T> {
  const giveUp = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const fault = databaseFault(error);
      if (fault !== 'locked' && fault !== 'conflict') throw error;
      if (performance.now() > giveUp) throw new Error(await tooLong(), { cause: error });
      await onLocked();
      await sleep(pauseMs);
    }
  }
}
