import type { RowDataPacket } from 'mysql2/promise';
import type { ClusterNode } from './cluster-node';

/** Users of the databases: one for each first host, so that it can be seen where an instance's connections are. */
export const USERS = ['app1', 'app2', 'app3'] as const;
/** How long a node may take to see what all others did. */
const CATCH_UP_MS = 60_000;

/** Three database servers that commit together, and that a client uses any of. */
export abstract class Cluster {
  abstract readonly name: string;
  /** Makes the session that runs it see everything that was committed anywhere before. */
  protected abstract readonly seeEverything: string;

  protected constructor(readonly nodes: readonly ClusterNode[]) {}

  /** Starts a node that has ended, and waits until it has caught up with the others. */
  abstract rejoin(index: number): Promise<void>;

  /** Waits until a node has caught up, and all that run agree that it is one of them: a thawed one may not know better at first. */
  abstract untilJoined(index: number): Promise<void>;

  /** A node that takes writes; undefined while none does. */
  abstract findWritable(): Promise<number | undefined>;

  /** For `DATABASE_URL`: all nodes, this one first. */
  url(database: string, first = 0): string {
    const hosts = this.nodes.map((_, index) => this.nodes[(first + index) % this.nodes.length]);
    return this.urlOf(database, hosts, USERS[first]);
  }

  /** This node alone. */
  urlOfOne(database: string, index: number): string {
    return this.urlOf(database, [this.nodes[index]], 'app');
  }

  /** The node on which the instance with this first host has most connections; undefined when it has none. */
  async inUse(first: number): Promise<number | undefined> {
    let most = { index: undefined as number | undefined, count: 0 };
    for (const index of this.nodes.keys()) {
      const count = await this.sessions(index, USERS[first]);
      if (count > most.count) most = { index, count };
    }
    return most.index;
  }

  async kill(index: number): Promise<void> {
    await this.nodes[index].end('SIGKILL');
  }

  async shutDown(index: number): Promise<void> {
    await this.nodes[index].end('SIGTERM');
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.end('SIGKILL')));
  }

  query(index: number, ...statements: readonly string[]): Promise<RowDataPacket[]> {
    return this.nodes[index].query(...statements);
  }

  /** Reads from a node once it has seen everything that was committed anywhere. */
  read(index: number, statement: string): Promise<RowDataPacket[]> {
    return this.nodes[index].ask(CATCH_UP_MS, [this.seeEverything, statement]);
  }

  protected get running(): number[] {
    return [...this.nodes.keys()].filter((index) => this.nodes[index].running);
  }

  private async sessions(index: number, user: string): Promise<number> {
    try {
      const rows = await this.query(index, 'SHOW PROCESSLIST');
      return rows.filter(({ User }) => User === user).length;
    } catch {
      // It doesn't run, or doesn't answer.
      return 0;
    }
  }

  private urlOf(database: string, hosts: readonly ClusterNode[], user: string): string {
    return `mysql://${user}:app@${hosts.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}`;
  }
}

/** So that all of them may be used from everywhere. */
export function createUsers(): string[] {
  return ['app', ...USERS].flatMap((user) => [
    `CREATE USER ${user} IDENTIFIED BY 'app'`,
    `GRANT ALL ON *.* TO ${user}`,
  ]);
}
