/** A bounded number of places for work that takes much memory or many connections: whoever finds none waits for one. */
export class Places {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Runs `work` in a place of its own, first come, first served. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
