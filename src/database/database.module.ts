import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Settings } from '../settings/settings';
import { dataSourceOptions, openDatabase } from './data-source';
import { databaseFault } from './database-errors';

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
      dataSourceFactory: (options) => openDatabase(options!),
    }),
  ],
})
export class DatabaseModule {}
