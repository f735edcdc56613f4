import { BatchTrace } from '../../telemetry/batch-trace';
import { databaseFault } from '../database-errors';
import type { Waiting } from './batcher';

interface AttemptOptions<Request, Answer> {
  readonly onAttempt?: (size: number, milliseconds: number, isDone: boolean) => void;
  /** Takes over a batch that gave up waiting for a locked row. */
  readonly onHeld?: (batch: Waiting<Request, Answer>[]) => Promise<void>;
}

/** Retries a failed batch whole, then in halves, so that one bad request doesn't fail the others. */
export class BatchAttempts<Request, Answer> {
  /** @param commit returns the answers in order, once all are on disk */
  constructor(
    private readonly commit: (requests: Request[]) => Promise<Answer[]>,
    private readonly options: AttemptOptions<Request, Answer> = {},
  ) {}

  async settle(batch: Waiting<Request, Answer>[], isRetry = false): Promise<void> {
    const start = performance.now();
    const tell = (isDone: boolean) => this.options.onAttempt?.(batch.length, performance.now() - start, isDone);
    const trace = BatchTrace.of(batch);
    try {
      const answers = await BatchTrace.during(trace, () => this.commit(batch.map((item) => item.request)));
      tell(true);
      trace?.end();
      for (const [index, item] of batch.entries()) item.resolve(answers[index]);
    } catch (error) {
      tell(false);
      trace?.end(error);
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
    // Expired requests were answered 503 and must not be done after all.
    const current = batch.filter((item) => item.expires > performance.now());
    const size = isRetry ? Math.ceil(current.length / 2) : current.length;
    for (let first = 0; first < current.length; first += size) {
      await this.settle(current.slice(first, first + size), true);
    }
  }
}
