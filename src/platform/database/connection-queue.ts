import type { PoolConnection } from 'mysql2';

export type Acquire = (error: NodeJS.ErrnoException | null, connection: PoolConnection) => unknown;

/** A bounded queue in front of mysql2's pool, whose own grows without bound and can't be left. */
export class ConnectionQueue {
  private waiting = new Set<Acquire>();
  private readonly asked = new WeakSet<Acquire>();
  private turns = 0;

  /** @param generation of the servers: it grows on each change of server */
  constructor(
    private readonly getConnection: (done: Acquire) => void,
    private readonly most: number,
    private readonly generation: () => number,
  ) {}

  /** @param isAgain the caller's last turn failed, so it goes first. @returns a function that leaves the queue */
  wait(done: Acquire, isAgain: boolean): () => void {
    if (isAgain) this.waiting = new Set([done, ...this.waiting]);
    else this.waiting.add(done);
    this.askForTurn();
    return () => this.waiting.delete(done);
  }

  /** mysql2 asks again for a turn when a connection broke. */
  isTurn(done: Acquire): boolean {
    return this.asked.has(done);
  }

  /** Asks even if turns of callers that gave up are left: they may hang on a connection being opened. */
  private askForTurn(): void {
    if (this.turns >= this.most) return;
    this.turns++;
    const asked = this.generation();
    const turn: Acquire = (error, connection) => {
      this.turns--;
      // An error of an abandoned server says nothing about the current one.
      if (error && asked !== this.generation()) return this.waiting.size > this.turns && this.askForTurn();
      const [first] = this.waiting;
      if (!first) return connection?.release();
      this.waiting.delete(first);
      return first(error, connection);
    };
    this.asked.add(turn);
    this.getConnection(turn);
  }
}
