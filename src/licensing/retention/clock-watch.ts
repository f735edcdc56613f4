const DAY_MS = 86_400_000;

/**
 * Tells whether the machine's clock may decide about deletions: one that jumped by more than a day is believed a day
 * later, so that it can be set right before it costs logs.
 */
export class ClockWatch {
  /** Of the clock beyond the steady count of milliseconds that nobody sets. */
  private offset: number;
  private believedFrom = -Infinity;

  /**
   * @param time of the clock, in milliseconds
   * @param steady of the steady count at the same moment, in milliseconds
   */
  constructor(time: number, steady: number) {
    this.offset = time - steady;
  }

  /** Something else says that the clock may be wrong. @param steady of the steady count now */
  doubt(steady: number): void {
    this.believedFrom = steady + DAY_MS;
  }

  /** Looks at the clock; to be asked again and again, so that a jump is told from the time that passes. */
  believes(time: number, steady: number): boolean {
    const offset = time - steady;
    if (Math.abs(offset - this.offset) > DAY_MS) this.doubt(steady);
    this.offset = offset;
    return steady >= this.believedFrom;
  }
}
