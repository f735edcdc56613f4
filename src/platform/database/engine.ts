import type { DataSource } from 'typeorm';
import { EmbeddedReads } from './embedded/embedded-reads';
import { EmbeddedStatementRunner } from './embedded/embedded-statement-runner';
import { MysqlReads } from './mysql-reads';
import { MysqlStatementRunner } from './mysql-statement-runner';
import { Readers } from './reader';
import type { StatementRunner } from './statement-runner';

/** One of each per data source: together they bound its load. */
export interface Engine {
  readonly statements: StatementRunner;
  readonly readers: Readers;
}

export function engineOf(dataSource: DataSource): Engine {
  return dataSource.options.type === 'mysql'
    ? { statements: new MysqlStatementRunner(dataSource), readers: new Readers(new MysqlReads(dataSource)) }
    : { statements: new EmbeddedStatementRunner(dataSource), readers: new Readers(new EmbeddedReads(dataSource)) };
}
