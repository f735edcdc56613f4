import type { MysqlServer } from './database-url';

/**
 * The servers of a cluster, of which one is in use at a time: transactions on several get into each other's way. Each
 * failure of the one in use begins a new generation, on the next server, or on the same when there is no other.
 */
export class MysqlServers {
  /** Connections of an earlier one are not used again. */
  generation = 0;
  /** Told when the server in use has failed, and which one is next. */
  onLost: (left: MysqlServer, next: MysqlServer) => void = () => {};

  constructor(private readonly servers: readonly MysqlServer[]) {}

  get count(): number {
    return this.servers.length;
  }

  get current(): MysqlServer {
    return this.servers[this.generation % this.servers.length];
  }

  /** The server of a generation has failed. Told by many connections, it is done once. */
  leave(generation: number | undefined): void {
    if (generation !== this.generation) return;
    const left = this.current;
    this.generation++;
    this.onLost(left, this.current);
  }
}
