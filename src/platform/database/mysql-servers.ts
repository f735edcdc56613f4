import { randomInt } from 'node:crypto';
import type { PoolConnection, QueryError } from 'mysql2';
import type { MysqlServer } from '../settings/database-url';

/** One server of a cluster is used at a time, since transactions on several conflict. */
export class MysqlServers {
  /** Connections of earlier generations are not used again. */
  generation = 0;
  readonly proof = new GroupProof();
  onLeft: (left: MysqlServer, reason: string, next: MysqlServer) => void = () => {};

  constructor(private readonly servers: readonly MysqlServer[]) {}

  get count(): number {
    return this.servers.length;
  }

  get current(): MysqlServer {
    return this.servers[this.generation % this.servers.length];
  }

  /** Leaves a generation's server; repeated calls do nothing. @param reason continues a sentence after its name */
  leave(generation: number | undefined, reason: string): void {
    if (generation !== this.generation) return;
    const left = this.current;
    this.generation++;
    this.onLeft(left, reason, this.current);
  }
}

/** With a statement's deadline, shorter than the 5 seconds after which the group elects a new primary. */
const BELIEVED_MS = 2000;
const MOST_ID = 2_147_483_647;

/** No visible effect, but needs a majority of the group. */
const WRITE =
  "START TRANSACTION; INSERT INTO start_lock (id, owner, beat) VALUES (?, 'proof', 0); DELETE FROM start_lock WHERE id = ?; COMMIT";

/**
 * Proof that a member of MySQL Group Replication still leads its group: after a freeze it may serve stale reads.
 * Only a commit proves it, since the others must agree. Without a recent one, a small one goes before any read.
 */
class GroupProof {
  private generation = -1;
  private provenAt = -Infinity;

  /** @param begunAt when the commit was sent, by `performance.now()` */
  note(generation: number, begunAt: number): void {
    this.provenAt = generation === this.generation ? Math.max(this.provenAt, begunAt) : begunAt;
    this.generation = generation;
  }

  /** @throws if the server can't commit */
  async require(connection: PoolConnection, generation: number): Promise<void> {
    const begunAt = performance.now();
    if (generation === this.generation && begunAt - this.provenAt < BELIEVED_MS) return;
    await writeSomething(connection);
    this.note(generation, begunAt);
  }
}

function writeSomething(connection: PoolConnection): Promise<void> {
  // The lock itself has id 1.
  const id = randomInt(2, MOST_ID);
  return new Promise((resolve, reject) => {
    connection.query(WRITE, [id, id], (error: QueryError | null) => {
      // Before the first start nothing can be stale.
      if (error && error.code !== 'ER_NO_SUCH_TABLE') reject(error);
      else resolve();
    });
  });
}
