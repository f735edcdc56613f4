import { DatabaseOverloadedError } from '../database-errors';

/** A request that waits for its answer until `expires`, by `performance.now()`. */
export interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly expires: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface BatcherOptions<Request> {
  /** Most items in one batch. */
  readonly maxBatch: number;
  /** Most items that may wait; one more is refused. */
  readonly maxQueue: number;
  /** Most batches under way at a time: while one is written to disk, the next can be read and judged. */
  readonly concurrency: number;
  /** Longest that an item may take from its submission to its answer, in milliseconds. */
  readonly deadlineMs: number;
  /** Told how many wait for the next batch, for the metrics. */
  readonly onQueued?: (length: number) => void;
  /**
   * Names the row that a request writes; undefined where it writes none. While a batch under way writes a row, other requests
   * for it wait: in a batch beside that one they would wait for the row's lock, and keep all others of their batch waiting.
   */
  readonly rowOf?: (request: Request) => string | undefined;
}

/** The requests of a batch, and the rows that they write once somebody wants to know. */
class BatchUnderWay<Request> {
  private known: ReadonlySet<string | undefined> | undefined;

  constructor(readonly items: readonly { readonly request: Request }[]) {}

  rows(rowOf: (request: Request) => string | undefined): ReadonlySet<string | undefined> {
    return (this.known ??= new Set(this.items.map(({ request }) => rowOf(request))));
  }
}

/** A batch begins beside others when at least this share of what they hold waits (decision 031). */
const WORTHWHILE_SHARE = 0.75;
/** Longest that fewer wait for the others' end, which may be far off, in milliseconds. */
const PATIENCE_MS = 10;

const DEFAULTS = { maxBatch: 512, maxQueue: 10_000, concurrency: 1, deadlineMs: 2500 };

/**
 * Makes batches: what is submitted while one is under way forms the next. There is no timer to fill a batch: a lone
 * request goes at once. Where several batches may be under way, one begins beside another as soon as nearly as many wait
 * as the other holds. What isn't answered by its deadline is refused, whatever becomes of its batch.
 */
export class Batcher<Request, Answer> {
  private queue: Waiting<Request, Answer>[] = [];
  private lanes = 0;
  private readonly underWay = new Set<BatchUnderWay<Request>>();
  private patience: NodeJS.Timeout | undefined;
  readonly options: BatcherOptions<Request>;

  /**
   * @param settle answers each item of a batch; when it fails, those that it hasn't answered are refused with its error
   * @param select the items of a batch that are for `settle`; asked right before a batch begins
   */
  constructor(
    private readonly settle: (batch: Waiting<Request, Answer>[]) => Promise<void>,
    options: Partial<BatcherOptions<Request>> = {},
    private readonly select = (batch: Waiting<Request, Answer>[]) => batch,
  ) {
    this.options = { ...DEFAULTS, ...options };
  }

  /** How many wait for the next batch. */
  get length(): number {
    return this.queue.length;
  }

  /**
   * @returns the answer
   * @throws {DatabaseOverloadedError} when too many wait, or the answer doesn't come in time
   */
  submit(request: Request): Promise<Answer> {
    if (this.queue.length >= this.options.maxQueue) return Promise.reject(tooManyError());
    return new Promise((resolve, reject) => {
      this.queue.push({ request, expires: performance.now() + this.options.deadlineMs, resolve, reject });
      this.proceed();
    });
  }

  /** Waits until everything that was submitted is answered. */
  async drain(): Promise<void> {
    while (this.lanes > 0) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Begins a batch, unless the one under way is worth waiting for. */
  private proceed(isImpatient = false): void {
    if (this.queue.length === 0 || this.lanes === this.options.concurrency) return;
    if (isImpatient || this.isWorthwhile(this.queue.length)) void this.run(isImpatient);
    else this.waitLittle();
  }

  private waitLittle(): void {
    this.patience ??= setTimeout(() => {
      this.patience = undefined;
      this.proceed(true);
    }, PATIENCE_MS);
  }

  /** Small batches beside large ones cost as many writes to disk, and leave the next batch small again. */
  private isWorthwhile(size: number): boolean {
    let beside = 0;
    for (const { items } of this.underWay) beside += items.length;
    return size >= WORTHWHILE_SHARE * beside;
  }

  private async run(isImpatient: boolean): Promise<void> {
    this.lanes++;
    // All requests that the event loop has already received join the first batch.
    await new Promise<void>((resolve) => setImmediate(resolve));
    for (let due = this.takeDue(isImpatient); due; due = this.takeDue(false)) await this.settleNext(due);
    this.lanes--;
    if (this.queue.length > 0) this.waitLittle();
  }

  /** @returns the requests of a batch that should begin now; undefined when none should */
  private takeDue(isImpatient: boolean): Waiting<Request, Answer>[] | undefined {
    const { maxBatch } = this.options;
    const free = this.free();
    if (free.length === 0 || !(isImpatient || this.isWorthwhile(free.length))) return undefined;
    const due = free.slice(0, maxBatch);
    if (free === this.queue) this.queue = free.slice(maxBatch);
    else {
      const taken = new Set(due);
      this.queue = this.queue.filter((item) => !taken.has(item));
    }
    return due;
  }

  /** Those that wait, without those whose row a batch under way writes. */
  private free(): Waiting<Request, Answer>[] {
    const { rowOf } = this.options;
    if (rowOf === undefined || this.underWay.size === 0) return this.queue;
    const written = [...this.underWay].map((batch) => batch.rows(rowOf));
    return this.queue.filter(({ request }) => {
      const row = rowOf(request);
      return row === undefined || !written.some((rows) => rows.has(row));
    });
  }

  private async settleNext(due: Waiting<Request, Answer>[]): Promise<void> {
    clearTimeout(this.patience);
    this.patience = undefined;
    const items = this.select(due);
    this.options.onQueued?.(this.queue.length);
    const batch = new BatchUnderWay(items);
    this.underWay.add(batch);
    await this.settleInTime(items);
    this.underWay.delete(batch);
  }

  private async settleInTime(batch: Waiting<Request, Answer>[]): Promise<void> {
    const now = performance.now();
    const current = batch.filter((item) => item.expires > now);
    for (const item of batch) if (item.expires <= now) item.reject(overdueError());
    if (current.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(overdueError()), current[0].expires - now);
    });
    // Whatever the database does later with a batch that is overdue, its requests were answered 503.
    await Promise.race([this.settle(current), overdue]).catch((error: unknown) => {
      for (const item of current) item.reject(error);
    });
    clearTimeout(timer);
  }
}

export function tooManyError(): DatabaseOverloadedError {
  return new DatabaseOverloadedError('Too many requests wait for the database.');
}

function overdueError(): DatabaseOverloadedError {
  return new DatabaseOverloadedError('The database did not answer in time.');
}
