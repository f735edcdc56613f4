import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolConnection } from 'mysql2';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { databaseFault } from '../database-errors';
import { mysqlPoolsOf } from '../mysql-options';
import { requireUnderstood } from '../schema-state';
import { StartLock } from '../start-lock';
import { beforeEnd } from './before-end';
import { markEndOfOlderVersions, STEP_BACK_MS } from './end-of-older-versions';

/** Longest wait for a table lock, in seconds. Other requests queue behind it, and have only 2.5 seconds themselves. */
const TABLE_PATIENCE_S = 1;
/** Running instances answer as usual between two tries. */
const PAUSE_MS = 4000;
const PATIENCE_MS = 600_000;
const MINUTES = PATIENCE_MS / 60_000;
const TELL_EVERY_MS = 60_000;

/**
 * Several instances may migrate at once. Needs a data source without deadlines.
 * @param isRestoring whether this process restores the database. @throws {SchemaAheadError | UnfinishedRestoreError}
 */
export async function migrate(
  dataSource: DataSource,
  tell: (message: string) => void,
  isRestoring = false,
): Promise<string[]> {
  const { pending } = await requireUnderstood(dataSource, isRestoring);
  if (pending.length === 0) return [];
  const runner = dataSource.createQueryRunner();
  try {
    return await (dataSource.options.type === 'mysql' ? migrateServer(runner, tell, isRestoring) : migrateFile(runner));
  } finally {
    await runner.release();
  }
}

/** MySQL commits each schema change by itself, so the start lock keeps others out while this session lives. */
async function migrateServer(
  runner: QueryRunner,
  tell: (message: string) => void,
  isRestoring: boolean,
): Promise<string[]> {
  const connection = (await runner.connect()) as PoolConnection;
  const withdraw = beforeEnd(() => mysqlPoolsOf(runner.dataSource)!.others.endSession(connection));
  try {
    await runner.query(`SET SESSION lock_wait_timeout = ${TABLE_PATIENCE_S}`);
    return await new StartLock(runner.dataSource).hold(() => makePending(runner, tell, isRestoring), runner);
  } finally {
    withdraw();
    // Nobody else may get this session's settings.
    connection.destroy();
  }
}

async function makePending(
  runner: QueryRunner,
  tell: (message: string) => void,
  isRestoring: boolean,
): Promise<string[]> {
  const { pending } = await requireUnderstood(runner.dataSource, isRestoring);
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

/** SQLite changes its schema in a transaction: its own lock keeps others out and ends with the process. */
async function migrateFile(runner: QueryRunner): Promise<string[]> {
  return whileLocked(
    async () => {
      // Foreign keys can't be turned off inside a transaction.
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

/** Migrations can be repeated after an interruption: each makes only what is missing. */
async function execute(runner: QueryRunner): Promise<string[]> {
  const executor = new MigrationExecutor(runner.dataSource, runner);
  executor.transaction = 'all';
  return (await executor.executePendingMigrations()).map(({ name }) => name);
}

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

interface Holder {
  readonly id: unknown;
  readonly user: unknown;
  readonly host: unknown;
  readonly seconds: unknown;
}

const OF_TABLES = `SELECT t.PROCESSLIST_ID AS id, t.PROCESSLIST_USER AS user, t.PROCESSLIST_HOST AS host,
    FLOOR(COALESCE(e.TIMER_WAIT / 1e12, t.PROCESSLIST_TIME)) AS seconds
  FROM performance_schema.metadata_locks m
  JOIN performance_schema.threads t ON t.THREAD_ID = m.OWNER_THREAD_ID
  LEFT JOIN performance_schema.events_transactions_current e ON e.THREAD_ID = t.THREAD_ID AND e.STATE = 'ACTIVE'
  WHERE m.OBJECT_TYPE = 'TABLE' AND m.OBJECT_SCHEMA = DATABASE() AND m.LOCK_STATUS = 'GRANTED'
    AND t.PROCESSLIST_ID <> CONNECTION_ID()
  HAVING seconds >= 1 ORDER BY seconds DESC LIMIT 1`;

/** MariaDB shows the oldest transaction, the likely holder. */
const OF_TRANSACTIONS = `SELECT p.ID AS id, p.USER AS user, p.HOST AS host,
    TIMESTAMPDIFF(SECOND, t.trx_started, NOW()) AS seconds
  FROM information_schema.INNODB_TRX t JOIN information_schema.PROCESSLIST p ON p.ID = t.trx_mysql_thread_id
  WHERE p.ID <> CONNECTION_ID() HAVING seconds >= 1 ORDER BY seconds DESC LIMIT 1`;

async function describeLockHolder(runner: QueryRunner): Promise<string> {
  for (const sql of [OF_TABLES, OF_TRANSACTIONS]) {
    const holder = await findHolder(runner, sql);
    if (holder) {
      const { id, user, host, seconds } = holder;
      return `a transaction of session ${String(id)} (user "${String(user)}" from ${String(host)}, open for ${String(seconds)} s)`;
    }
  }
  return 'a transaction that this database user may not see (one with the right PROCESS finds it in information_schema.INNODB_TRX)';
}

async function findHolder(runner: QueryRunner, sql: string): Promise<Holder | undefined> {
  try {
    return ((await runner.query(sql)) as Holder[])[0];
  } catch {
    // Not every user may read this, and it is only for the log.
    return undefined;
  }
}
