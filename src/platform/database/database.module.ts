import { type DynamicModule, Global, Logger, Module } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Settings } from '../settings/settings';
import { dataSourceOptions, type Schema } from './data-source';
import type { MysqlServer } from '../settings/database-url';
import { embeddedConnectionOf } from './embedded/embedded-options';
import { LogFolding } from './embedded/log-folding';
import { type Engine, engineOf } from './engine';
import { mysqlPoolsOf } from './mysql-options';
import { NextIds } from './next-ids';
import { openWhenReady } from './open-when-ready';
import { Readers } from './reader';
import { StartLock } from './start-lock';
import { StatementRunner } from './statement-runner';
import { Transactions } from './transactions';

const ENGINE = Symbol('engine');

/** Shortest time between two log lines about a change of servers. */
const QUIET_MS = 1000;

/** Opens the service's one DataSource, and brings the schema up to date, before anything else starts. */
@Global()
@Module({
  providers: [
    Transactions,
    LogFolding,
    NextIds,
    { provide: StartLock, inject: [DataSource], useFactory: (dataSource: DataSource) => new StartLock(dataSource) },
    { provide: ENGINE, inject: [DataSource], useFactory: engineOf },
    { provide: StatementRunner, inject: [ENGINE], useFactory: ({ statements }: Engine) => statements },
    { provide: Readers, inject: [ENGINE], useFactory: ({ readers }: Engine) => readers },
  ],
  exports: [StatementRunner, Readers, Transactions, StartLock, LogFolding, NextIds],
})
export class DatabaseModule {
  static with(settings: Settings, schema: Schema): DynamicModule {
    const options = dataSourceOptions(settings.database, schema);
    const open = async (): Promise<DataSource> => logTroubles(await openWhenReady(options, settings));
    return DatabaseModule.opened(options, open);
  }

  /** For a command that has opened the database already. Closes it with the module. */
  static on(dataSource: DataSource): DynamicModule {
    return DatabaseModule.opened(dataSource.options, () => Promise.resolve(dataSource));
  }

  private static opened(options: DataSourceOptions, open: () => Promise<DataSource>): DynamicModule {
    const useFactory = (): TypeOrmModuleOptions => ({ ...options, toRetry: () => false });
    return { module: DatabaseModule, imports: [TypeOrmModule.forRootAsync({ useFactory, dataSourceFactory: open })] };
  }
}

function logTroubles(dataSource: DataSource): DataSource {
  const pools = mysqlPoolsOf(dataSource);
  const file = embeddedConnectionOf(dataSource);
  const logger = new Logger('Database');
  let quietUntil = 0;
  if (file) {
    file.onSpoiled = (fault) => logger.error(`The database file was opened anew, since it failed: ${String(fault)}.`);
    file.opened.onChange = (path, isThere) => {
      if (isThere) logger.log(`The file ${path} is back, and requests are answered again.`);
      else
        logger.error(
          `The file ${path} was removed or replaced while it was in use: requests are answered with 503 until that same file is back, or the service is started again.`,
        );
    };
  }
  if (pools) {
    pools.servers.onLeft = (left, reason, next) => {
      // Unusable servers are tried in turn many times a second.
      if (performance.now() < quietUntil) return;
      quietUntil = performance.now() + QUIET_MS;
      logger.warn(`The database at ${nameOf(left)} ${reason}; new connections go to ${nameOf(next)}.`);
    };
  }
  return dataSource;
}

const nameOf = ({ host, port }: MysqlServer): string => `${host}:${port}`;
