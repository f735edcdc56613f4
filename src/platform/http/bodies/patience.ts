import type { ApiError } from '../../errors/errors';

/** How long a client is waited for: some time at first, used up by the waiting, earned again by what the client brings. */
export class Patience {
  private remaining: number;

  /**
   * @param most milliseconds at first, and at any later time
   * @param exhausted what is thrown once there are none left
   */
  constructor(
    private readonly most: number,
    private readonly exhausted: () => ApiError,
  ) {
    this.remaining = most;
  }

  /** Milliseconds that are left. */
  get left(): number {
    return Math.max(0, this.remaining);
  }

  earn(milliseconds: number): void {
    this.remaining = Math.min(this.most, this.remaining + milliseconds);
  }

  spend(milliseconds: number): void {
    this.remaining -= milliseconds;
  }

  /** @throws {ApiError} when nothing is left */
  requireSome(): void {
    if (this.remaining <= 0) throw this.exhausted();
  }
}
