import { databaseFault } from '../database-errors';
import type { Waiting } from './batcher';

export interface AttemptOptions<Request, Answer> {
  /** Told of each attempt to commit a batch, for the metrics. */
  readonly onAttempt?: (size: number, milliseconds: number, isDone: boolean) => void;
  /** Takes over a batch that has waited in vain for a row that another transaction holds. */
  readonly onHeld?: (batch: Waiting<Request, Answer>[]) => Promise<void>;
}

/**
 * Commits batches, each in one transaction. One that fails is tried again whole, then in halves, so that one bad request
 * can't take the others down; but not when its fate is unknown.
 */
export class BatchAttempts<Request, Answer> {
  /** @param commit answers each request of a batch, in their order, once all of them are on disk */
  constructor(
    private readonly commit: (requests: Request[]) => Promise<Answer[]>,
    private readonly options: AttemptOptions<Request, Answer> = {},
  ) {}

  /** Answers or refuses each item. */
  async settle(batch: Waiting<Request, Answer>[], isRetry = false): Promise<void> {
    const start = performance.now();
    const tell = (isDone: boolean) => this.options.onAttempt?.(batch.length, performance.now() - start, isDone);
    try {
      const answers = await this.commit(batch.map((item) => item.request));
      tell(true);
      for (const [index, item] of batch.entries()) item.resolve(answers[index]);
    } catch (error) {
      tell(false);
      const fault = databaseFault(error);
      if (fault === 'locked' && this.options.onHeld) return this.options.onHeld(batch);
      if (fault === 'unavailable' || (isRetry && batch.length === 1)) {
        for (const item of batch) item.reject(error);
        return;
      }
      await this.tryAgain(batch, isRetry);
    }
  }

  private async tryAgain(batch: readonly Waiting<Request, Answer>[], isRetry: boolean): Promise<void> {
    // Those that were answered 503 meanwhile must not be done after all.
    const current = batch.filter((item) => item.expires > performance.now());
    const size = isRetry ? Math.ceil(current.length / 2) : current.length;
    for (let first = 0; first < current.length; first += size) {
      await this.settle(current.slice(first, first + size), true);
    }
  }
}
