import { cpus, totalmem } from 'node:os';
import type { MysqlServer } from '../databases/mysql-server';

/** What the numbers depend on besides the code. */
export interface Machine {
  readonly date: string;
  readonly command: string;
  readonly cores: number;
  readonly processor: string;
  readonly memoryGigabytes: number;
  readonly node: string;
  readonly generator: string;
  readonly mysql: Omit<MysqlServer, 'url'> | undefined;
  readonly sqlite: string;
}

export function describeMachine(generator: string, mysql: MysqlServer | undefined, sqlite: string): Machine {
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    command: ['npm run bench --', ...process.argv.slice(2)].join(' '),
    cores: processors.length,
    processor: processors[0]?.model ?? 'unknown',
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    generator,
    mysql: mysql && {
      version: mysql.version,
      flushLogAtCommit: mysql.flushLogAtCommit,
      syncBinlog: mysql.syncBinlog,
    },
    sqlite,
  };
}
