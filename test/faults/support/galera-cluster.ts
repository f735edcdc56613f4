import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, createUsers } from './cluster';
import { ClusterNode } from './cluster-node';
import { freePort } from './free-port';
import { launchMariadb, prepareMariadb } from './mariadb-process';

const PROVIDER = '/usr/lib/galera/libgalera_smm.so';
const NODES = 3;
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

  private async prepare(node: ClusterNode, transferPort: number, catchUpPort: number): Promise<void> {
    const { folder, groupPort } = node;
    const data = join(folder, 'data');
    const members = this.nodes.map((node) => `127.0.0.1:${node.groupPort}`).join(',');
    const settings = [
      'binlog_format=ROW',
      'innodb_autoinc_lock_mode=2',
      'wsrep_on=ON',
      `wsrep_provider=${PROVIDER}`,
      'wsrep_cluster_name=keylink-faults',
      `wsrep_cluster_address=gcomm://${members}`,
      `wsrep_node_address=127.0.0.1:${groupPort}`,
      'wsrep_sst_method=rsync',
      `wsrep_sst_receive_address=127.0.0.1:${transferPort}`,
      `wsrep_provider_options="gmcast.listen_addr=tcp://127.0.0.1:${groupPort};ist.recv_addr=127.0.0.1:${catchUpPort};gcache.dir=${data}"`,
    ];
    await prepareMariadb(node, settings, ['/usr/bin/rsync', PROVIDER]);
  }

  private async launch(index: number, ...options: string[]): Promise<void> {
    const node = this.nodes[index];
    launchMariadb(node, ...options);
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
