import { Global, Logger, Module } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Settings } from '../settings/settings';
import { dataSourceOptions, openCurrentDatabase, openDatabase } from './data-source';
import { databaseFault } from './database-errors';
import { embeddedConnectionOf } from './embedded/embedded-options';
import type { MysqlServer } from './database-url';
import { type Engine, engineOf } from './engine';
import { mysqlPoolsOf } from './mysql-options';
import { Readers } from './reader';
import { StatementRunner } from './statement-runner';

const ENGINE = Symbol('engine');

/** One line about a change of servers is written in this time at most, in milliseconds. */
const QUIET_MS = 1000;

type OpeningOptions = TypeOrmModuleOptions & Pick<Settings, 'autoMigrate'>;

/**
 * The one DataSource of the service, connected, and its schema up to date, before anything else starts; and what runs
 * statements on it.
 */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Settings],
      useFactory: (settings: Settings): OpeningOptions => ({
        ...dataSourceOptions(settings.database),
        autoMigrate: settings.autoMigrate,
        // A server that is still starting is waited for; a wrong password or file name is not.
        toRetry: (error: unknown) => settings.database.engine === 'mysql' && databaseFault(error) === 'unavailable',
      }),
      dataSourceFactory: async (options) => logTroubles(await open(options as OpeningOptions)),
    }),
  ],
  providers: [
    { provide: ENGINE, inject: [DataSource], useFactory: engineOf },
    { provide: StatementRunner, inject: [ENGINE], useFactory: ({ statements }: Engine) => statements },
    { provide: Readers, inject: [ENGINE], useFactory: ({ readers }: Engine) => readers },
  ],
  exports: [StatementRunner, Readers],
})
export class DatabaseModule {}

/** Without the right to change the schema, the service may only look whether somebody else did. */
function open({ autoMigrate, ...rest }: OpeningOptions): Promise<DataSource> {
  const options = rest as DataSourceOptions;
  return autoMigrate ? openDatabase(options) : openCurrentDatabase(options);
}

function logTroubles(dataSource: DataSource): DataSource {
  const pools = mysqlPoolsOf(dataSource);
  const file = embeddedConnectionOf(dataSource);
  const logger = new Logger('Database');
  let quietUntil = 0;
  if (file) {
    file.onSpoiled = (fault) => logger.error(`The database file was opened anew, since it failed: ${String(fault)}.`);
  }
  if (pools) {
    pools.servers.onLeft = (left, reason, next) => {
      // While no server can be used, they are tried in turns many times a second.
      if (performance.now() < quietUntil) return;
      quietUntil = performance.now() + QUIET_MS;
      logger.warn(`The database at ${nameOf(left)} ${reason}; new connections go to ${nameOf(next)}.`);
    };
  }
  return dataSource;
}

const nameOf = ({ host, port }: MysqlServer): string => `${host}:${port}`;
