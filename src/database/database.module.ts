import { Global, Logger, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Settings } from '../settings/settings';
import { dataSourceOptions, openDatabase } from './data-source';
import { databaseFault } from './database-errors';
import type { MysqlServer } from './database-url';
import { mysqlPoolsOf } from './mysql-options';

/** The one DataSource of the service, connected and migrated before anything else starts. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Settings],
      useFactory: (settings: Settings) => ({
        ...dataSourceOptions(settings.database),
        // A server that is still starting is waited for; a wrong password or file name is not.
        toRetry: (error: unknown) => settings.database.engine === 'mysql' && databaseFault(error) === 'unavailable',
      }),
      dataSourceFactory: async (options) => logServers(await openDatabase(options!)),
    }),
  ],
})
export class DatabaseModule {}

function logServers(dataSource: DataSource): DataSource {
  const pools = mysqlPoolsOf(dataSource);
  const logger = new Logger('Database');
  if (pools) {
    pools.servers.onLost = (left, next) =>
      logger.warn(`The database at ${nameOf(left)} failed; new connections go to ${nameOf(next)}.`);
  }
  return dataSource;
}

const nameOf = ({ host, port }: MysqlServer): string => `${host}:${port}`;
