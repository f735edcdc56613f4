import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NotRunError } from '../row';
import type { ClusterNode } from './cluster-node';

const NEEDED = ['/usr/sbin/mariadbd', '/usr/bin/mariadb-install-db'];
/** MariaDB doesn't run as root. What a node of Galera gets is received by an rsync which, run by root, would be nobody. */
const USER = userInfo().uid === 0 ? 'mysql' : userInfo().username;

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

const run = (command: string, ...args: string[]) => promisify(execFile)(command, args);
