import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { NotRunError } from '../row';
import { freePort } from './free-port';
import { removeAtExit } from './leftovers';

const PROVIDER = '/usr/lib/galera/libgalera_smm.so';
const NEEDED = ['/usr/sbin/mariadbd', '/usr/bin/mariadb-install-db', '/usr/bin/rsync', PROVIDER];
const NODES = 3;
/** The copy of a node that joins is received by an rsync which, run by root, would be nobody. */
const USER = userInfo().uid === 0 ? 'mysql' : userInfo().username;
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

interface Node {
  readonly folder: string;
  readonly sqlPort: number;
  readonly groupPort: number;
  child?: ChildProcess;
}

/** Three MariaDB servers that commit together, each of which may be written to. */
export class GaleraCluster {
  private constructor(private readonly nodes: readonly Node[]) {}

  /**
   * Makes and starts three nodes on 127.0.0.1.
   * @param folder an empty one, which its maker removes
   * @throws {NotRunError} where MariaDB's server, Galera or rsync is not installed
   */
  static async start(folder: string): Promise<GaleraCluster> {
    const missing = NEEDED.filter((file) => !existsSync(file));
    if (missing.length > 0) {
      throw new NotRunError(`${missing.join(', ')} missing; on Debian: apt-get install mariadb-server galera-4 rsync`);
    }
    const nodes: Node[] = [];
    for (let number = 1; number <= NODES; number++) {
      nodes.push({ folder: join(folder, `node-${number}`), sqlPort: await freePort(), groupPort: await freePort() });
    }
    const cluster = new GaleraCluster(nodes);
    chmodSync(folder, 0o755);
    removeAtExit(() => nodes.forEach(({ child }) => child?.kill('SIGKILL')));
    for (const node of nodes) await cluster.prepare(node, await freePort(), await freePort());
    await cluster.launch(nodes[0], '--wsrep-new-cluster');
    await cluster.query(0, "CREATE USER app IDENTIFIED BY 'app'");
    await cluster.query(0, 'GRANT ALL ON *.* TO app');
    for (const node of nodes.slice(1)) await cluster.launch(node);
    return cluster;
  }

  /** For `DATABASE_URL`: all nodes, this one first. */
  url(database: string, first = 0): string {
    const ports = this.nodes.map((_, index) => this.nodes[(first + index) % NODES].sqlPort);
    return `mysql://app:app@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${database}`;
  }

  async kill(index: number): Promise<void> {
    const { child } = this.nodes[index];
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Starts a killed node, and waits until it has caught up with the others. */
  rejoin(index: number): Promise<void> {
    return this.launch(this.nodes[index]);
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((_, index) => this.kill(index)));
  }

  /** Transactions that were given up because another node had changed their rows first, on all nodes since their starts. */
  async conflicts(): Promise<number> {
    let sum = 0;
    for (const index of this.nodes.keys()) {
      const rows = await this.query(
        index,
        "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_local_cert_failures', 'wsrep_local_bf_aborts')",
      );
      for (const { Value } of rows) sum += Number(Value);
    }
    return sum;
  }

  async query(index: number, statement: string): Promise<RowDataPacket[]> {
    const connection = await mysql.createConnection({
      socketPath: join(this.nodes[index].folder, 'socket'),
      user: 'root',
      connectTimeout: 2000,
    });
    try {
      const [rows] = await connection.query<RowDataPacket[]>(statement);
      return rows;
    } finally {
      connection.destroy();
    }
  }

  private async prepare({ folder, sqlPort, groupPort }: Node, transferPort: number, catchUpPort: number) {
    const data = join(folder, 'data');
    mkdirSync(data, { recursive: true });
    await run('chown', '-R', USER, folder);
    const members = this.nodes.map((node) => `127.0.0.1:${node.groupPort}`).join(',');
    const settings = [
      '[mariadbd]',
      `datadir=${data}`,
      `socket=${join(folder, 'socket')}`,
      `pid-file=${join(folder, 'pid')}`,
      `log-error=${join(folder, 'error.log')}`,
      `port=${sqlPort}`,
      'bind-address=127.0.0.1',
      `user=${USER}`,
      'binlog_format=ROW',
      'innodb_autoinc_lock_mode=2',
      'innodb_flush_log_at_trx_commit=1',
      'wsrep_on=ON',
      `wsrep_provider=${PROVIDER}`,
      'wsrep_cluster_name=keylink-faults',
      `wsrep_cluster_address=gcomm://${members}`,
      `wsrep_node_address=127.0.0.1:${groupPort}`,
      'wsrep_sst_method=rsync',
      `wsrep_sst_receive_address=127.0.0.1:${transferPort}`,
      `wsrep_provider_options="gmcast.listen_addr=tcp://127.0.0.1:${groupPort};ist.recv_addr=127.0.0.1:${catchUpPort};gcache.dir=${data}"`,
    ];
    writeFileSync(join(folder, 'my.cnf'), `${settings.join('\n')}\n`);
    const login = '--auth-root-authentication-method=normal';
    await run('mariadb-install-db', '--no-defaults', `--datadir=${data}`, `--user=${USER}`, login, '--skip-test-db');
  }

  private async launch(node: Node, ...options: string[]): Promise<void> {
    const child = spawn('mariadbd', [`--defaults-file=${join(node.folder, 'my.cnf')}`, ...options], {
      stdio: 'ignore',
    });
    node.child = child;
    const giveUp = performance.now() + START_TIMEOUT_MS;
    while (!(await this.isSynced(node))) {
      if (child.exitCode !== null || performance.now() > giveUp) {
        throw new Error(`A node did not start:\n${lastErrors(node)}`);
      }
      await sleep(POLL_MS);
    }
  }

  private async isSynced(node: Node): Promise<boolean> {
    try {
      const rows = await this.query(this.nodes.indexOf(node), "SHOW GLOBAL STATUS LIKE 'wsrep_local_state_comment'");
      return rows[0]?.Value === 'Synced';
    } catch {
      // Not listening yet, or not yet for us.
      return false;
    }
  }
}

const run = (command: string, ...args: string[]) => promisify(execFile)(command, args);

function lastErrors({ folder }: Node): string {
  return readFileSync(join(folder, 'error.log'), 'utf8').split('\n').slice(-20).join('\n');
}
