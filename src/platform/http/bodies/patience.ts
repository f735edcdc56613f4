import type { ApiError } from '../../errors/errors';

/** A budget of waiting time: waiting spends it, data from the client earns it back. */
export class Patience {
  private remaining: number;

  /** @param most initial and maximum budget in milliseconds */
  constructor(
    private readonly most: number,
    private readonly exhausted: () => ApiError,
  ) {
    this.remaining = most;
  }

  get left(): number {
    return Math.max(0, this.remaining);
  }

  earn(milliseconds: number): void {
    this.remaining = Math.min(this.most, this.remaining + milliseconds);
  }

  spend(milliseconds: number): void {
    this.remaining -= milliseconds;
  }

  /** @throws {ApiError} if nothing is left */
  requireSome(): void {
    if (this.remaining <= 0) throw this.exhausted();
  }
}
