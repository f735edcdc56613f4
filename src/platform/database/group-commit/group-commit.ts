import { BatchAttempts } from './batch-attempts';
import { Batcher, type BatcherOptions, tooManyError, type Waiting } from './batcher';
import { HeldRows, type HoldableRows } from './held-rows';

export interface CommitObserver {
  /** So many wait for the next batch. */
  queued(length: number): void;
  /** One attempt to commit a batch has ended. */
  committed(size: number, milliseconds: number, isDone: boolean): void;
}

export interface GroupCommitOptions<Request, Answer> extends Omit<BatcherOptions<Request>, 'onQueued' | 'rowOf'> {
  /** Told what happens, for the metrics. */
  readonly observer?: CommitObserver;
  /** Where rows can be held by others: how to go on without the requests that need them. */
  readonly holdable?: HoldableRows<Request, Answer>;
}

/**
 * Group commit: one write to disk serves all requests of a batch, and nothing is answered before it is on disk. How
 * batches come about is `Batcher`'s, what becomes of one that fails `BatchAttempts`', and what becomes of requests whose
 * rows somebody else holds `HeldRows`'.
 */
export class GroupCommit<Request, Answer> {
  private readonly batcher: Batcher<Request, Answer>;
  private readonly held: HeldRows<Request, Answer> | undefined;

  /** @param commit answers each request of a batch, in one transaction */
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
   * @returns the answer, once it is committed
   * @throws {DatabaseOverloadedError} when too many wait, or the database doesn't commit in time
   */
  submit(request: Request): Promise<Answer> {
    const { held, batcher } = this;
    if (!held?.isAnyHeld && !held?.length) return batcher.submit(request);
    const { maxQueue, deadlineMs } = batcher.options;
    if (batcher.length + held.length >= maxQueue) return Promise.reject(tooManyError());
    return held.concerns(request) ? held.submit(request, performance.now() + deadlineMs) : batcher.submit(request);
  }

  /** Waits until everything that was submitted is answered. */
  async drain(): Promise<void> {
    await this.batcher.drain();
    await this.held?.drain();
  }

  /** Leaves those to `held` whose rows were found to be held while they waited. */
  private withoutHeld(batch: Waiting<Request, Answer>[]): Waiting<Request, Answer>[] {
    const { held } = this;
    if (!held?.isAnyHeld) return batch;
    held.add(batch.filter(({ request }) => held.concerns(request)));
    return batch.filter(({ request }) => !held.concerns(request));
  }
}
