import { ConsoleLogger, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import { connectDatabase, openCurrentDatabase, openDatabase } from '../platform/database/data-source';
import { leaveCheckpoints } from '../platform/database/embedded/embedded-options';
import { keepPrivate } from '../platform/database/embedded/private-files';
import { explainStart } from '../platform/database/explain-start';
import type { DatabaseTarget } from '../platform/settings/database-url';
import { loadSettings } from '../platform/settings/load-settings';
import type { Settings } from '../platform/settings/settings';
import { databaseOptions } from '../schema';
import { CommandModule, type Features } from './command.module';
import { announceDatabase, requireDatabaseFile } from './named-database';
import { tell } from './output';

type Work<T> = (providers: INestApplicationContext) => Promise<T>;

/** Migrates as a start would; others may use the database. @param mayBeNew whether a missing file is created */
export async function withDatabase<T>(features: Features, work: Work<T>, mayBeNew = false): Promise<T> {
  const settings = loadSettings();
  const { database, autoMigrate } = settings;
  announceDatabase(database);
  if (!mayBeNew || !autoMigrate) requireDatabaseFile(database);
  return withProviders(
    await open(database, autoMigrate ? openDatabase : openCurrentDatabase),
    settings,
    features,
    work,
  );
}

/** Runs `work` read-only, without migrating. @throws {SchemaBehindError} if migrations are pending */
export async function readDatabase<T>(features: Features, work: Work<T>): Promise<T> {
  const settings = loadSettings();
  const { database } = settings;
  announceDatabase(database);
  requireDatabaseFile(database);
  return withProviders(await open(database, openCurrentDatabase), settings, features, work);
}

/** Accepts any schema; has no deadlines, since an index takes time. @param mayBeNew whether a missing file is created */
export async function withAnyDatabase<T>(work: (dataSource: DataSource) => Promise<T>, mayBeNew = true): Promise<T> {
  const { database } = loadSettings();
  announceDatabase(database);
  if (!mayBeNew) requireDatabaseFile(database);
  const dataSource = await open(database, (options) => connectDatabase(options, false));
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

async function open(target: DatabaseTarget, how: typeof openDatabase): Promise<DataSource> {
  if (target.engine === 'embedded') keepPrivate(target.file, tell);
  const dataSource = await how(databaseOptions(target), tell).catch((error: unknown) => {
    throw explainStart(error, target);
  });
  await leaveCheckpoints(dataSource);
  return dataSource;
}

/** Closes the database at the end. */
export async function withProviders<T>(
  dataSource: DataSource,
  settings: Settings,
  features: Features,
  work: Work<T>,
): Promise<T> {
  // Why it can't be made, such as a setting whose file is missing, is thrown: Nest would print its stack too.
  const options = { logger: false as const, abortOnError: false };
  const providers = await NestFactory.createApplicationContext(
    CommandModule.on(dataSource, settings, features),
    options,
  );
  providers.useLogger(new ConsoleLogger({ logLevels: ['error', 'fatal'] }));
  try {
    return await work(providers);
  } finally {
    await providers.close();
  }
}
