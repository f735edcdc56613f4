const DAY_MS = 86_400_000;

/** Decides whether deletions may trust the machine's clock: not for a day after it jumped by more than a day. */
export class ClockWatch {
  /** Clock minus monotonic time. */
  private offset: number;

  /** In milliseconds. @param steady monotonic time @param doubtedUntil monotonic time when trust returns */
  constructor(
    time: number,
    steady: number,
    private doubtedUntil = 0,
  ) {
    this.offset = time - steady;
  }

  get believedFrom(): number {
    return this.doubtedUntil;
  }

  /** Distrusts the clock for another reason. @param steady monotonic time now */
  doubt(steady: number): void {
    this.doubtUntil(steady + DAY_MS);
  }

  doubtUntil(steady: number): void {
    this.doubtedUntil = Math.max(this.doubtedUntil, steady);
  }

  /** Call it regularly, so that a jump stands out from the time that passes. */
  believes(time: number, steady: number): boolean {
    const offset = time - steady;
    if (Math.abs(offset - this.offset) > DAY_MS) this.doubt(steady);
    this.offset = offset;
    return steady >= this.doubtedUntil;
  }
}
