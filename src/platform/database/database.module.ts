import { type DynamicModule, Global, Logger, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Settings } from '../settings/settings';
import { dataSourceOptions, type Schema } from './data-source';
import type { MysqlServer } from '../settings/database-url';
import { embeddedConnectionOf } from './embedded/embedded-options';
import { type Engine, engineOf } from './engine';
import { mysqlPoolsOf } from './mysql-options';
import { openWhenReady } from './open-when-ready';
import { Readers } from './reader';
import { StatementRunner } from './statement-runner';

const ENGINE = Symbol('engine');

/** One line about a change of servers is written in this time at most, in milliseconds. */
const QUIET_MS = 1000;

/**
 * The one DataSource of the service, connected, and its schema up to date, before anything else starts; and what runs
 * statements on it.
 */
@Global()
@Module({
  providers: [
    { provide: ENGINE, inject: [DataSource], useFactory: engineOf },
    { provide: StatementRunner, inject: [ENGINE], useFactory: ({ statements }: Engine) => statements },
    { provide: Readers, inject: [ENGINE], useFactory: ({ readers }: Engine) => readers },
  ],
  exports: [StatementRunner, Readers],
})
export class DatabaseModule {
  static with(settings: Settings, schema: Schema): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          // `openWhenReady` waits, and says so in fewer words.
          useFactory: () => ({ ...dataSourceOptions(settings.database, schema), toRetry: () => false }),
          dataSourceFactory: async (options) => logTroubles(await openWhenReady(options!, settings)),
        }),
      ],
    };
  }
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
