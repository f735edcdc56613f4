import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, createUsers } from './cluster';
import { ClusterNode } from './cluster-node';
import { freePort } from './free-port';
import { launchMariadb, prepareMariadb } from './mariadb-process';

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/** One MariaDB server that is no part of a cluster, and that all instances use. */
export class LoneMariadb extends Cluster {
  readonly name = 'MariaDB';
  protected readonly seeEverything = 'DO 0';

  /**
   * @param folder an empty one, which its maker removes
   * @throws {NotRunError} where MariaDB's server is not installed
   */
  static async start(folder: string): Promise<LoneMariadb> {
    const node = new ClusterNode(join(folder, 'server'), await freePort(), 0);
    const server = new LoneMariadb([node]);
    chmodSync(folder, 0o755);
    await prepareMariadb(node);
    await server.rejoin(0);
    await server.query(0, ...createUsers());
    return server;
  }

  rejoin(index: number): Promise<void> {
    launchMariadb(this.nodes[index]);
    return this.untilJoined(index);
  }

  async untilJoined(index: number): Promise<void> {
    const node = this.nodes[index];
    const giveUp = performance.now() + START_TIMEOUT_MS;
    while ((await this.findWritable()) === undefined) {
      if (!node.running || performance.now() > giveUp) {
        throw new Error(`MariaDB did not start:\n${node.lastErrors()}`);
      }
      await sleep(POLL_MS);
    }
  }

  findWritable(): Promise<number | undefined> {
    return this.query(0, 'SELECT 1').then(
      () => 0,
      () => undefined,
    );
  }
}
