import { unavailable } from '../errors/errors';

interface SemaphoreOptions {
  readonly maxWaiting?: number;
  readonly patienceMs?: number;
}

/** A counting semaphore, first come, first served. */
export class Semaphore {
  private readonly waiting = new Set<() => void>();

  constructor(
    private free: number,
    private readonly options: SemaphoreOptions = {},
  ) {}

  /** Runs `work` with a permit. @throws {ApiError} 503 if too many wait, or no permit became free in time */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** @returns a function that gives the permit back; call it once */
  async acquire(): Promise<() => void> {
    if (this.free > 0) this.free--;
    else await this.wait();
    return () => this.release();
  }

  private wait(): Promise<void> {
    const { maxWaiting = Infinity, patienceMs = Infinity } = this.options;
    if (this.waiting.size >= maxWaiting) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      const admit = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = (): void => {
        this.waiting.delete(admit);
        reject(unavailable());
      };
      const timer = patienceMs === Infinity ? undefined : setTimeout(giveUp, patienceMs);
      this.waiting.add(admit);
    });
  }

  private release(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.free++;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}
