import { setNewest } from './newest-entries';

/** Beyond this, the oldest is unblocked and counted from zero. */
const MOST_BLOCKED = 10_000;

/** Addresses with too many guesses: further ones are refused without counting. */
export class Blocks {
  /** In `performance.now()` time. */
  private readonly until = new Map<string, number>();

  get isEmpty(): boolean {
    return this.until.size === 0;
  }

  /** @returns 0 if it isn't blocked */
  secondsLeft(key: string): number {
    const remaining = (this.until.get(key) ?? 0) - performance.now();
    if (remaining > 0) return Math.ceil(remaining / 1000);
    this.until.delete(key);
    return 0;
  }

  add(key: string, seconds: number): void {
    setNewest(this.until, MOST_BLOCKED, key, performance.now() + seconds * 1000);
  }
}
