import { databaseFault, DatabaseOverloadedError } from './database-errors';
import { HeldRows, type HoldableRows, type Waiting } from './held-rows';

export interface CommitObserver {
  /** So many wait for the next batch. */
  queued(length: number): void;
  /** One attempt to commit a batch has ended. */
  committed(size: number, milliseconds: number, isDone: boolean): void;
}

export interface GroupCommitOptions<Request = never, Answer = never> {
  /** Most items in one transaction. */
  readonly maxBatch: number;
  /** Most items that may wait; one more is refused. */
  readonly maxQueue: number;
  /** Most transactions under way at a time: while one is written to disk, the next can be read and judged. */
  readonly concurrency: number;
  /** Longest that an item may take from its submission to its answer, in milliseconds. */
  readonly deadlineMs: number;
  /** Told what happens, for the metrics. */
  readonly observer?: CommitObserver;
  /** Where rows can be held by others: how to go on without the requests that need them. */
  readonly holdable?: HoldableRows<Request, Answer>;
}

/** A batch begins beside others when at least this share of what they hold waits (decision 031). */
const WORTHWHILE_SHARE = 0.75;
/** Longest that fewer wait for the others' end, which may be far off, in milliseconds. */
const PATIENCE_MS = 10;

const DEFAULTS: GroupCommitOptions = { maxBatch: 512, maxQueue: 10_000, concurrency: 1, deadlineMs: 2500 };

/**
 * Group commit: what is submitted while a commit is under way forms the next batch, so that one write to disk
 * serves them all, and nothing is answered before it is on disk. There is no timer to fill a batch: a lone
 * request is committed at once. Where several batches may be under way, one begins beside another as soon as nearly
 * as many wait as the other holds.
 *
 * `commit` gets the requests of a batch and answers each, in one transaction. When it fails, the batch is tried
 * again whole, then in halves, so that one bad request can't take the others down. A batch that has waited in vain for a row
 * that somebody else holds is left to `HeldRows`, and so is whoever asks for such a row from then on.
 */
export class GroupCommit<Request, Answer> {
  private queue: Waiting<Request, Answer>[] = [];
  private lanes = 0;
  /** Items in the batches under way. */
  private underWay = 0;
  private patience: NodeJS.Timeout | undefined;
  private readonly options: GroupCommitOptions<Request, Answer>;
  private readonly held: HeldRows<Request, Answer> | undefined;

  constructor(
    private readonly commit: (requests: Request[]) => Promise<Answer[]>,
    options: Partial<GroupCommitOptions<Request, Answer>> = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
    if (options.holdable) this.held = new HeldRows(options.holdable, this.options.maxBatch);
  }

  /**
   * @returns the answer, once it is committed
   * @throws {DatabaseOverloadedError} when too many wait, or the database doesn't commit in time
   */
  submit(request: Request): Promise<Answer> {
    if (this.queue.length + (this.held?.length ?? 0) >= this.options.maxQueue) {
      return Promise.reject(new DatabaseOverloadedError('Too many requests wait for the database.'));
    }
    return new Promise((resolve, reject) => {
      const item = { request, expires: performance.now() + this.options.deadlineMs, resolve, reject };
      if (this.held?.concerns(request)) {
        this.held.add([item]);
        return;
      }
      this.queue.push(item);
      this.proceed();
    });
  }

  /** Waits until everything that was submitted is answered. */
  async drain(): Promise<void> {
    while (this.lanes > 0) await new Promise((resolve) => setImmediate(resolve));
    await this.held?.drain();
  }

  /** Begins a batch, unless the one under way is worth waiting for. */
  private proceed(isImpatient = false): void {
    if (this.queue.length === 0 || this.lanes === this.options.concurrency) return;
    if (isImpatient || this.isWorthwhile()) void this.run(isImpatient);
    else this.patience ??= setTimeout(() => this.proceed(true), PATIENCE_MS);
  }

  /** Small batches beside large ones cost as many writes to disk, and leave the next batch small again. */
  private isWorthwhile(): boolean {
    return this.queue.length >= WORTHWHILE_SHARE * this.underWay;
  }

  private async run(isImpatient: boolean): Promise<void> {
    this.lanes++;
    // All requests that the event loop has already received join the first batch.
    await new Promise<void>((resolve) => setImmediate(resolve));
    let isDue = isImpatient || this.isWorthwhile();
    while (isDue && this.queue.length > 0) {
      await this.commitNext();
      isDue = this.isWorthwhile();
    }
    this.lanes--;
    this.proceed();
  }

  private async commitNext(): Promise<void> {
    clearTimeout(this.patience);
    this.patience = undefined;
    const batch = this.withoutHeld(this.queue.splice(0, this.options.maxBatch));
    this.options.observer?.queued(this.queue.length);
    this.underWay += batch.length;
    await this.settle(batch);
    this.underWay -= batch.length;
  }

  /** Leaves those to `held` whose rows were found to be held while they waited. */
  private withoutHeld(batch: Waiting<Request, Answer>[]): Waiting<Request, Answer>[] {
    const { held } = this;
    if (!held?.isAnyHeld) return batch;
    held.add(batch.filter(({ request }) => held.concerns(request)));
    return batch.filter(({ request }) => !held.concerns(request));
  }

  private async settle(batch: Waiting<Request, Answer>[]): Promise<void> {
    const now = performance.now();
    const current = batch.filter((item) => item.expires > now);
    for (const item of batch) if (item.expires <= now) item.reject(overdueError());
    if (current.length === 0) return;
    const remaining = current[0].expires - now;
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(overdueError()), remaining);
    });
    // Whatever the database does later with a batch that is overdue, its requests were answered 503.
    await Promise.race([this.answer(current), overdue]).catch((error: unknown) => {
      for (const item of current) item.reject(error);
    });
    clearTimeout(timer);
  }

  private async answer(batch: Waiting<Request, Answer>[], isRetry = false): Promise<void> {
    const start = performance.now();
    const tell = (isDone: boolean) => this.options.observer?.committed(batch.length, performance.now() - start, isDone);
    try {
      const answers = await this.commit(batch.map((item) => item.request));
      tell(true);
      for (const [index, item] of batch.entries()) item.resolve(answers[index]);
    } catch (error) {
      tell(false);
      if (databaseFault(error) === 'locked' && this.held) return this.held.take(batch);
      if (databaseFault(error) === 'unavailable' || (isRetry && batch.length === 1)) {
        for (const item of batch) item.reject(error);
        return;
      }
      // Those that were answered 503 meanwhile must not be done after all.
      const current = batch.filter((item) => item.expires > performance.now());
      const size = isRetry ? Math.ceil(current.length / 2) : current.length;
      for (let first = 0; first < current.length; first += size) {
        await this.answer(current.slice(first, first + size), true);
      }
    }
  }
}

function overdueError(): DatabaseOverloadedError {
  return new DatabaseOverloadedError('The database did not commit in time.');
}
