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
  private readonly waiting = new Set<Acquire>();
  /** Turns that mysql2 was asked for, and hasn't given yet. */
  private turns = 0;

  /**
   * @param getConnection mysql2's own
   * @param most how many wait at a time; mysql2 is asked for no more turns than that
   */
  constructor(
    private readonly getConnection: (done: Acquire) => void,
    private readonly most: number,
  ) {}

  /** @returns what takes the caller out of the queue; it isn't called back after that */
  wait(done: Acquire): () => void {
    this.waiting.add(done);
    this.askForTurn();
    return () => this.waiting.delete(done);
  }

  /** Whether mysql2 asks again for a turn that it was asked for: it does when a connection broke. */
  isTurn(done: Acquire): boolean {
    return done === this.giveTurn;
  }

  /** One for each who waits, though turns of those who gave up may be left: they may hang on a connection that is being made. */
  private askForTurn(): void {
    if (this.turns >= this.most) return;
    this.turns++;
    this.getConnection(this.giveTurn);
  }

  private readonly giveTurn: Acquire = (error, connection) => {
    this.turns--;
    const [first] = this.waiting;
    if (!first) return connection?.release();
    this.waiting.delete(first);
    return first(error, connection);
  };
}
