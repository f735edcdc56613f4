import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { ROOT } from '../paths';

/** What the report says about the server that was measured. */
export interface MysqlServer {
  readonly url: string;
  readonly version: string;
  /** Both are 1 on a server that has a commit on disk before it confirms it. */
  readonly flushLogAtCommit: number;
  readonly syncBinlog: number;
}

/** The first start downloads and unpacks the server. */
const START_TIMEOUT_MS = 300_000;

interface VariablesRow extends RowDataPacket {
  version: string;
  flushMethod: string;
  flushLogAtCommit: number;
  syncBinlog: number;
}

/** The server that the environment names, else the project's own test server, started when it isn't running. */
export async function findMysqlServer(environment: NodeJS.ProcessEnv): Promise<MysqlServer> {
  const named = environment.BENCH_MYSQL_URL ?? environment.TEST_MYSQL_URL?.split(',')[0];
  const url = named || (await startTestServer());
  const connection = await mysql.createConnection(url);
  try {
    const [[row]] = await connection.query<VariablesRow[]>(
      `SELECT VERSION() AS version, @@innodb_flush_method AS flushMethod,
        @@innodb_flush_log_at_trx_commit AS flushLogAtCommit, @@sync_binlog AS syncBinlog`,
    );
    const { flushMethod, ...server } = row;
    return { url, ...server, ...(flushMethod === 'nosync' && { flushLogAtCommit: 0 }) };
  } finally {
    await connection.end();
  }
}

async function startTestServer(): Promise<string> {
  const script = join(ROOT, 'test/support/mysql-server');
  const env = { ...process.env, MYSQL_SERVER_DURABLE: '1' };
  const { stdout } = await promisify(execFile)(script, ['start'], { timeout: START_TIMEOUT_MS, env });
  return stdout.trim().split('\n').at(-1) ?? '';
}
