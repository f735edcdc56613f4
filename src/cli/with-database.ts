import type { INestApplicationContext } from '@nestjs/common';
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
import { CommandModule } from './command.module';
import { announceDatabase, requireDatabaseFile } from './named-database';
import { tell } from './output';

/** Works with the service's own providers. */
type Work<T> = (providers: INestApplicationContext) => Promise<T>;

/**
 * Runs `work` on the service's database, brought up to date as a start would, beside whatever else uses it.
 * @param mayBeNew whether an embedded database that isn't there is made, where a start may make it too
 */
export async function withDatabase<T>(work: Work<T>, mayBeNew = false): Promise<T> {
  const settings = loadSettings();
  const { database, autoMigrate } = settings;
  announceDatabase(database);
  if (!mayBeNew || !autoMigrate) requireDatabaseFile(database);
  return withProviders(await open(database, autoMigrate ? openDatabase : openCurrentDatabase), settings, work);
}

/**
 * Runs `work`, which only reads, on the service's database as it is.
 * @throws {SchemaBehindError} when migrations are pending
 */
export async function readDatabase<T>(work: Work<T>): Promise<T> {
  const settings = loadSettings();
  const { database } = settings;
  announceDatabase(database);
  requireDatabaseFile(database);
  return withProviders(await open(database, openCurrentDatabase), settings, work);
}

/** Runs `work` on the database as it is, even one that is to be made yet, and without deadlines: an index takes its time. */
export async function withAnyDatabase<T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const { database } = loadSettings();
  announceDatabase(database);
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

async function withProviders<T>(dataSource: DataSource, settings: Settings, work: Work<T>): Promise<T> {
  const options = { logger: ['error', 'fatal'] as ('error' | 'fatal')[], abortOnError: false };
  const providers = await NestFactory.createApplicationContext(CommandModule.on(dataSource, settings), options);
  try {
    return await work(providers);
  } finally {
    await providers.close();
  }
}
