import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../faults/support/free-port';
import type { Certificate } from './certificates';
import mysql from 'mysql2/promise';
import { ROOT } from './root';

const START_TIMEOUT_MS = 40_000;
const POLL_MS = 50;

/** How a kind of server is prepared, run, and told to read its certificate again. */
interface Kind {
  readonly initialize: readonly string[];
  readonly run: readonly string[];
  readonly reload: string;
}

const SCRIPT = join(ROOT, 'test/support/mysql-server');
const CACHE =
  process.env.MYSQL_SERVER_HOME ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'mysql-server');

/** The servers that are on this machine: nothing is downloaded for this. */
export const ownServers: ReadonlyMap<'MariaDB' | 'MySQL', Kind> = findKinds();

/** One of them; undefined when there is none. */
export const tlsDatabaseKind: Kind | undefined = [...ownServers.values()][0];

function findKinds(): Map<'MariaDB' | 'MySQL', Kind> {
  const kinds = new Map<'MariaDB' | 'MySQL', Kind>();
  const isThere = (name: string): boolean =>
    (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name)));
  if (isThere('mariadbd') && isThere('mariadb-install-db')) {
    const initialize = [
      'mariadb-install-db',
      '--no-defaults',
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ];
    kinds.set('MariaDB', { initialize, run: ['mariadbd', '--no-defaults'], reload: 'FLUSH SSL' });
  }
  // MariaDB has a mysqld, too.
  if ((isThere('mysqld') && kinds.size === 0) || existsSync(join(CACHE, 'root/usr/sbin/mysqld'))) {
    const run = [SCRIPT, 'exec', '--mysqlx=OFF'];
    const initialize = [SCRIPT, 'exec', '--initialize-insecure'];
    kinds.set('MySQL', { initialize, run, reload: 'ALTER INSTANCE RELOAD TLS' });
  }
  return kinds;
}

/** A real server of a test's own, with the certificate that it is given. */
export class TlsDatabase {
  private constructor(
    private readonly folder: string,
    private readonly kind: Kind,
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** @param folder an empty one, which its maker removes; the server's own files are in `data` */
  static async start(
    folder: string,
    kind: Kind,
    certificate: Certificate,
    more: readonly string[] = [],
  ): Promise<TlsDatabase> {
    const port = await freePort();
    const place = [`--datadir=${join(folder, 'data')}`, `--user=${userInfo().username}`];
    const [prepare, ...options] = kind.initialize;
    execFileSync(prepare, [...options, ...place], { stdio: 'ignore' });
    const [program, ...rest] = kind.run;
    const tls = [`--ssl-cert=${join(folder, 'cert')}`, `--ssl-key=${join(folder, 'key')}`];
    const files = ['socket', 'pid-file'].map((name) => `--${name}=${join(folder, name)}`);
    const log = join(folder, 'error.log');
    const listening = [`--port=${port}`, '--bind-address=127.0.0.1', `--log-error=${log}`];
    present(folder, certificate);
    const child = spawn(program, [...rest, ...place, ...tls, ...files, ...listening, ...more], { stdio: 'ignore' });
    process.once('exit', () => child.kill('SIGKILL'));
    const database = new TlsDatabase(folder, kind, child, port);
    const giveUp = performance.now() + START_TIMEOUT_MS;
    while (!(await database.run('SELECT 1').then(Boolean, () => false))) {
      if (child.exitCode !== null || performance.now() > giveUp) {
        throw new Error(`The server did not start:\n${readFileSync(log, 'utf8')}`);
      }
      await sleep(POLL_MS);
    }
    await database.run("CREATE USER app@'%' IDENTIFIED BY 'app'");
    await database.run("GRANT ALL ON *.* TO app@'%'");
    await database.run('CREATE DATABASE app');
    return database;
  }

  /** New connections get this certificate. */
  async present(certificate: Certificate): Promise<void> {
    present(this.folder, certificate);
    await this.run(this.kind.reload);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  private async run(statement: string): Promise<true> {
    const connection = await mysql.createConnection({ host: '127.0.0.1', port: this.port, user: 'root' });
    try {
      await connection.query(statement);
      return true;
    } finally {
      connection.destroy();
    }
  }
}

function present(folder: string, { cert, key }: Certificate): void {
  copyFileSync(cert, join(folder, 'cert'));
  copyFileSync(key, join(folder, 'key'));
}
