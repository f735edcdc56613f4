import type { MysqlServer } from '../settings/database-url';
import { GroupProof } from './group-proof';

/**
 * The servers of a cluster, of which one is in use at a time: transactions on several get into each other's way. Whenever
 * the one in use is left, a new generation begins, on the next server, or on the same when there is no other.
 */
export class MysqlServers {
  /** Connections of an earlier one are not used again. */
  generation = 0;
  /** That the one in use still leads its group, where it has one. */
  readonly proof = new GroupProof();
  /** Told when the server in use is left, why, and which one is next. */
  onLeft: (left: MysqlServer, reason: string, next: MysqlServer) => void = () => {};

  constructor(private readonly servers: readonly MysqlServer[]) {}

  get count(): number {
    return this.servers.length;
  }

  get current(): MysqlServer {
    return this.servers[this.generation % this.servers.length];
  }

  /**
   * The server of a generation can't be used any more. Told by many connections, it is done once.
   * @param reason what it does, as a sentence goes on after its name
   */
  leave(generation: number | undefined, reason: string): void {
    if (generation !== this.generation) return;
    const left = this.current;
    this.generation++;
    this.onLeft(left, reason, this.current);
  }
}
