import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { NotRunError } from '../row';
import { Cluster, createUsers } from './cluster';
import { ClusterNode } from './cluster-node';
import { freePort } from './free-port';

const PROVIDER = '/usr/lib/galera/libgalera_smm.so';
const NEEDED = ['/usr/sbin/mariadbd', '/usr/bin/mariadb-install-db', '/usr/bin/rsync', PROVIDER];
const NODES = 3;
/** The copy of a node that joins is received by an rsync which, run by root, would be nobody. */
const USER = userInfo().uid === 0 ? 'mysql' : userInfo().username;
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

/** Three MariaDB servers that commit together, each of which may be written to. */
export class GaleraCluster extends Cluster {
  readonly name = 'Galera';
  protected readonly seeEverything = 'SET SESSION wsrep_sync_wait = 1';

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
    const nodes: ClusterNode[] = [];
    for (let number = 1; number <= NODES; number++) {
      nodes.push(new ClusterNode(join(folder, `node-${number}`), await freePort(), await freePort()));
    }
    const cluster = new GaleraCluster(nodes);
    chmodSync(folder, 0o755);
    for (const node of nodes) await cluster.prepare(node, await freePort(), await freePort());
    await cluster.launch(0, '--wsrep-new-cluster');
    await cluster.query(0, ...createUsers());
    for (const index of [1, 2]) await cluster.launch(index);
    return cluster;
  }

  rejoin(index: number): Promise<void> {
    return this.launch(index);
  }

  async untilJoined(index: number): Promise<void> {
    const node = this.nodes[index];
    const giveUp = performance.now() + START_TIMEOUT_MS;
    while (!((await this.isSynced(index)) && (await this.isComplete()))) {
      if (!node.running || performance.now() > giveUp) {
        throw new Error(`A node did not join:\n${node.lastErrors()}`);
      }
      await sleep(POLL_MS);
    }
  }

  async findWritable(): Promise<number | undefined> {
    for (const index of this.nodes.keys()) if (await this.isSynced(index)) return index;
    return undefined;
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

  private async prepare({ folder, port, groupPort, socket }: ClusterNode, transferPort: number, catchUpPort: number) {
    const data = join(folder, 'data');
    mkdirSync(data, { recursive: true });
    // Of its own: a server that starts removes the temporary tables that it finds.
    const temporary = join(folder, 'tmp');
    mkdirSync(temporary);
    await run('chown', '-R', USER, folder);
    const members = this.nodes.map((node) => `127.0.0.1:${node.groupPort}`).join(',');
    const settings = [
      '[mariadbd]',
      `datadir=${data}`,
      `tmpdir=${temporary}`,
      `socket=${socket}`,
      `pid-file=${join(folder, 'pid')}`,
      `log-error=${join(folder, 'error.log')}`,
      `port=${port}`,
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

  private async launch(index: number, ...options: string[]): Promise<void> {
    const node = this.nodes[index];
    node.spawn('mariadbd', [`--defaults-file=${join(node.folder, 'my.cnf')}`, ...options]);
    await this.untilJoined(index);
  }

  private async isSynced(index: number): Promise<boolean> {
    return (await this.status(index, 'wsrep_local_state_comment')) === 'Synced';
  }

  /** Whether all nodes that run see each other. */
  private async isComplete(): Promise<boolean> {
    const sizes = await Promise.all(this.running.map((index) => this.status(index, 'wsrep_cluster_size')));
    return sizes.every((size) => Number(size) === sizes.length);
  }

  private async status(index: number, name: string): Promise<unknown> {
    try {
      const rows = await this.query(index, `SHOW GLOBAL STATUS LIKE '${name}'`);
      return rows[0]?.Value;
    } catch {
      // It doesn't run, or doesn't answer yet, or not us.
      return undefined;
    }
  }
}

const run = (command: string, ...args: string[]) => promisify(execFile)(command, args);
