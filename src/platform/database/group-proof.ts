import { randomInt } from 'node:crypto';
import type { PoolConnection, QueryError } from 'mysql2';

/**
 * How long a member of a group is believed to lead it, in milliseconds. With the deadline of a statement that is less than
 * the 5 seconds after which the others begin to look for another primary.
 */
const BELIEVED_MS = 2000;
const MOST_ID = 2_147_483_647;

/** Changes nothing that anybody sees, and yet has to be agreed on by the greater part of the group. */
const WRITE =
  "START TRANSACTION; INSERT INTO start_lock (id, owner, beat) VALUES (?, 'proof', 0); DELETE FROM start_lock WHERE id = ?; COMMIT";

/**
 * Proof that a member of MySQL Group Replication still leads its group: one that was frozen meanwhile believes so itself, and
 * reads what has long been changed elsewhere. Only a commit tells, since the others have to agree to it; each batch that
 * writes is one, and where there was none for a while, a small one is made before anything is read (decision 025).
 */
export class GroupProof {
  private generation = -1;
  private provenAt = -Infinity;

  /** A commit has succeeded. @param begunAt when it was sent, by `performance.now()` */
  note(generation: number, begunAt: number): void {
    this.provenAt = generation === this.generation ? Math.max(this.provenAt, begunAt) : begunAt;
    this.generation = generation;
  }

  /** Makes sure that a server could commit a moment ago. @throws when it can't */
  async require(connection: PoolConnection, generation: number): Promise<void> {
    const begunAt = performance.now();
    if (generation === this.generation && begunAt - this.provenAt < BELIEVED_MS) return;
    await writeSomething(connection);
    this.note(generation, begunAt);
  }
}

function writeSomething(connection: PoolConnection): Promise<void> {
  // The lock itself has the id 1.
  const id = randomInt(2, MOST_ID);
  return new Promise((resolve, reject) => {
    connection.query(WRITE, [id, id], (error: QueryError | null) => {
      // Before the first start there is nothing in the database that could be out of date.
      if (error && error.code !== 'ER_NO_SUCH_TABLE') reject(error);
      else resolve();
    });
  });
}
