import type { PoolConnection } from 'mysql2';

/** What mysql2 calls back with a connection, or the reason why there is none. */
export type Acquire = (error: NodeJS.ErrnoException | null, connection: PoolConnection) => unknown;

/**
 * Those who wait for a connection of mysql2's pool, in their order. mysql2 keeps whoever asks until their turn comes,
 * as many as ask, and can't be told that one gave up; while its server hangs, turns come seldom. So it is only asked for
 * turns here, a bounded number: each goes to whoever has waited longest, and a connection that nobody waits for any
 * more goes back at once.
 */
export class ConnectionQueue {
  private waiting = new Set<Acquire>();
  /** All turns that mysql2 was asked for. */
  private readonly asked = new WeakSet<Acquire>();
  /** Turns that mysql2 was asked for, and hasn't given yet. */
  private turns = 0;

  /**
   * @param getConnection mysql2's own
   * @param most how many wait at a time; mysql2 is asked for no more turns than that
   * @param generation of the servers: it grows as one is left for the next
   */
  constructor(
    private readonly getConnection: (done: Acquire) => void,
    private readonly most: number,
    private readonly generation: () => number,
  ) {}

  /**
   * @param isAgain whether the caller has had a turn that came to nothing, and goes before all others
   * @returns what takes the caller out of the queue; it isn't called back after that
   */
  wait(done: Acquire, isAgain: boolean): () => void {
    if (isAgain) this.waiting = new Set([done, ...this.waiting]);
    else this.waiting.add(done);
    this.askForTurn();
    return () => this.waiting.delete(done);
  }

  /** Whether mysql2 asks again for a turn that it was asked for: it does when a connection broke. */
  isTurn(done: Acquire): boolean {
    return this.asked.has(done);
  }

  /** One for each who waits, though turns of those who gave up may be left: they may hang on a connection that is being made. */
  private askForTurn(): void {
    if (this.turns >= this.most) return;
    this.turns++;
    const asked = this.generation();
    const turn: Acquire = (error, connection) => {
      this.turns--;
      // That a server which was left since can't be reached says nothing about the one in use.
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
