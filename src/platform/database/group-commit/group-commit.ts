import type { Trace } from '../../telemetry/trace';
import { BatchAttempts } from './batch-attempts';
import { Batcher, type BatcherOptions, tooManyError, type Waiting } from './batcher';
import { HeldRows, type HoldableRows } from './held-rows';

export interface CommitObserver {
  queued(length: number): void;
  committed(size: number, milliseconds: number, isDone: boolean): void;
}

interface GroupCommitOptions<Request, Answer> extends Omit<BatcherOptions<Request>, 'onQueued' | 'rowOf'> {
  readonly observer?: CommitObserver;
  readonly holdable?: HoldableRows<Request, Answer>;
}

/** Group commit: one write to disk serves a whole batch, and nothing is answered before that. */
export class GroupCommit<Request, Answer> {
  private readonly batcher: Batcher<Request, Answer>;
  private readonly held: HeldRows<Request, Answer> | undefined;

  constructor(
    commit: (requests: Request[]) => Promise<Answer[]>,
    { observer, holdable, ...options }: Partial<GroupCommitOptions<Request, Answer>> = {},
  ) {
    const attempts = new BatchAttempts(commit, {
      onAttempt: observer && ((...attempt) => observer.committed(...attempt)),
      onHeld: holdable && ((batch) => this.held!.take(batch)),
    });
    this.batcher = new Batcher(
      (batch) => attempts.settle(batch),
      { ...options, rowOf: holdable?.nameOf, onQueued: observer && ((length) => observer.queued(length)) },
      (batch) => this.withoutHeld(batch),
    );
    if (holdable) this.held = new HeldRows(holdable, this.batcher.options.maxBatch);
  }

  /**
   * @param trace gets spans of the wait and of the batch
   * @returns once committed. @throws {DatabaseOverloadedError} if too many wait, or the commit is late
   */
  submit(request: Request, trace?: Trace): Promise<Answer> {
    const { held, batcher } = this;
    if (!held?.isAnyHeld && !held?.length) return batcher.submit(request, trace);
    const { maxQueue, deadlineMs } = batcher.options;
    if (batcher.length + held.length >= maxQueue) return Promise.reject(tooManyError());
    if (!held.concerns(request)) return batcher.submit(request, trace);
    return held.submit(request, performance.now() + deadlineMs, trace);
  }

  async drain(): Promise<void> {
    await this.batcher.drain();
    await this.held?.drain();
  }

  private withoutHeld(batch: Waiting<Request, Answer>[]): Waiting<Request, Answer>[] {
    const { held } = this;
    if (!held?.isAnyHeld) return batch;
    held.add(batch.filter(({ request }) => held.concerns(request)));
    return batch.filter(({ request }) => !held.concerns(request));
  }
}
