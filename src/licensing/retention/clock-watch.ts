const DAY_MS = 86_400_000;

/**
 * Tells whether the machine's clock may decide about deletions: one that jumped by more than a day is believed a day
 * later, so that it can be set right before it costs logs.
 */
export class ClockWatch {
  /** Of the clock beyond the steady count of milliseconds that nobody sets. */
  private offset: number;

  /**
   * @param time of the clock, in milliseconds
   * @param steady of the steady count at the same moment, in milliseconds
   * @param doubtedUntil the steady count from which on the clock is believed
   */
  constructor(
    time: number,
    steady: number,
    private doubtedUntil = 0,
  ) {
    this.offset = time - steady;
  }

  /** The steady count from which on the clock is believed. */
  get believedFrom(): number {
    return this.doubtedUntil;
  }

  /** Something else says that the clock may be wrong. @param steady of the steady count now */
  doubt(steady: number): void {
    this.doubtUntil(steady + DAY_MS);
  }

  /** @param steady of the steady count, when the doubt is over */
  doubtUntil(steady: number): void {
    this.doubtedUntil = Math.max(this.doubtedUntil, steady);
  }

  /** Looks at the clock; to be asked again and again, so that a jump is told from the time that passes. */
  believes(time: number, steady: number): boolean {
    const offset = time - steady;
    if (Math.abs(offset - this.offset) > DAY_MS) this.doubt(steady);
    this.offset = offset;
    return steady >= this.doubtedUntil;
  }
}
