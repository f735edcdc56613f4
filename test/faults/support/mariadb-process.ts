import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { NotRunError } from '../row';
import { ClusterNode } from './cluster-node';
import { freePort } from './free-port';

const NEEDED = ['/usr/sbin/mariadbd', '/usr/bin/mariadb-install-db'];
/** MariaDB doesn't run as root. What a node of Galera gets is received by an rsync which, run by root, would be nobody. */
const USER = userInfo().uid === 0 ? 'mysql' : userInfo().username;
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/**
 * Makes the data directory and the settings of a MariaDB server.
 * @param settings lines besides those that every server has
 * @throws {NotRunError} where what it takes is not installed
 */
export async function prepareMariadb(
  { folder, port, socket }: ClusterNode,
  settings: readonly string[] = [],
  needed: readonly string[] = [],
): Promise<void> {
  const missing = [...NEEDED, ...needed].filter((file) => !existsSync(file));
  if (missing.length > 0) {
    throw new NotRunError(`${missing.join(', ')} missing; on Debian: apt-get install mariadb-server galera-4 rsync`);
  }
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  // Of its own: a server that starts removes the temporary tables that it finds.
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  await run('chown', '-R', USER, folder);
  const lines = [
    '[mariadbd]',
    `datadir=${data}`,
    `tmpdir=${temporary}`,
    `socket=${socket}`,
    `pid-file=${join(folder, 'pid')}`,
    `log-error=${join(folder, 'error.log')}`,
    `port=${port}`,
    'bind-address=127.0.0.1',
    `user=${USER}`,
    'innodb_flush_log_at_trx_commit=1',
    ...settings,
  ];
  writeFileSync(join(folder, 'my.cnf'), `${lines.join('\n')}\n`);
  const login = '--auth-root-authentication-method=normal';
  await run('mariadb-install-db', '--no-defaults', `--datadir=${data}`, `--user=${USER}`, login, '--skip-test-db');
}

export function launchMariadb(node: ClusterNode, ...options: string[]): void {
  node.spawn('mariadbd', [`--defaults-file=${join(node.folder, 'my.cnf')}`, ...options]);
}

/** One MariaDB server of the faults' own, of no cluster. */
export class MariadbProcess {
  private constructor(private readonly node: ClusterNode) {}

  /**
   * @param folder an empty one, which its maker removes
   * @throws {NotRunError} where MariaDB's server is not installed
   */
  static async start(folder: string): Promise<MariadbProcess> {
    const server = new MariadbProcess(new ClusterNode(join(folder, 'server'), await freePort(), 0));
    chmodSync(folder, 0o755);
    await prepareMariadb(server.node);
    await server.launch();
    await server.node.query("CREATE USER app IDENTIFIED BY 'app'", 'GRANT ALL ON *.* TO app');
    return server;
  }

  async createDatabase(name: string): Promise<string> {
    await this.node.query(`CREATE DATABASE ${name}`);
    return `mysql://app:app@127.0.0.1:${this.node.port}/${name}`;
  }

  /** Ends it by `kill -9`, and starts it again on what it has on disk. */
  async kill(): Promise<void> {
    await this.stop();
    await this.launch();
  }

  stop(): Promise<void> {
    return this.node.end('SIGKILL');
  }

  private async launch(): Promise<void> {
    launchMariadb(this.node);
    const giveUp = performance.now() + START_TIMEOUT_MS;
    while (!(await this.answers())) {
      if (!this.node.running || performance.now() > giveUp) {
        throw new Error(`MariaDB did not start:\n${this.node.lastErrors()}`);
      }
      await sleep(POLL_MS);
    }
  }

  private answers(): Promise<boolean> {
    return this.node.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }
}

const run = (command: string, ...args: string[]) => promisify(execFile)(command, args);
