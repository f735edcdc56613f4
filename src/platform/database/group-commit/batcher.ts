import { endWait, type Waits } from '../../telemetry/batch-trace';
import type { Trace } from '../../telemetry/trace';
import { DatabaseOverloadedError } from '../database-errors';

/** `expires` is by `performance.now()`. */
export interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly expires: number;
  /** Set if its request is traced. */
  readonly waits?: Waits;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface BatcherOptions<Request> {
  readonly maxBatch: number;
  /** Beyond this, requests are refused. */
  readonly maxQueue: number;
  /** While one batch is written to disk, the next can be read and judged. */
  readonly concurrency: number;
  /** From submission to answer. */
  readonly deadlineMs: number;
  readonly onQueued?: (length: number) => void;
  /** Requests for a row that a running batch writes wait: in a second batch they would block on the row's lock. */
  readonly rowOf?: (request: Request) => string | undefined;
}

/** Computes its rows on first use. */
class BatchUnderWay<Request> {
  private known: ReadonlySet<string | undefined> | undefined;

  constructor(readonly items: readonly { readonly request: Request }[]) {}

  rows(rowOf: (request: Request) => string | undefined): ReadonlySet<string | undefined> {
    return (this.known ??= new Set(this.items.map(({ request }) => rowOf(request))));
  }
}

/** A batch starts beside others if this share of their size is waiting (decision 028). */
const WORTHWHILE_SHARE = 0.75;
/** Longest wait for that share, in milliseconds. */
const PATIENCE_MS = 10;

const DEFAULTS = { maxBatch: 512, maxQueue: 10_000, concurrency: 1, deadlineMs: 2500 };

/** Requests submitted during a batch form the next; there is no timer. Late requests are refused at their deadline. */
export class Batcher<Request, Answer> {
  private queue: Waiting<Request, Answer>[] = [];
  private lanes = 0;
  private readonly underWay = new Set<BatchUnderWay<Request>>();
  private patience: NodeJS.Timeout | undefined;
  readonly options: BatcherOptions<Request>;

  /** @param settle answers each item; if it fails, unanswered items get its error */
  constructor(
    private readonly settle: (batch: Waiting<Request, Answer>[]) => Promise<void>,
    options: Partial<BatcherOptions<Request>> = {},
    private readonly select = (batch: Waiting<Request, Answer>[]) => batch,
  ) {
    this.options = { ...DEFAULTS, ...options };
  }

  get length(): number {
    return this.queue.length;
  }

  /** @throws {DatabaseOverloadedError} if too many wait, or the answer is late */
  submit(request: Request, trace?: Trace): Promise<Answer> {
    if (this.queue.length >= this.options.maxQueue) return Promise.reject(tooManyError());
    return new Promise((resolve, reject) => {
      const now = performance.now();
      const waits = trace && { trace, since: now };
      this.queue.push({ request, expires: now + this.options.deadlineMs, waits, resolve, reject });
      this.proceed();
    });
  }

  async drain(): Promise<void> {
    while (this.lanes > 0) await new Promise((resolve) => setImmediate(resolve));
  }

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

  /** A small batch beside a large one costs a whole write to disk, and keeps the next one small. */
  private isWorthwhile(size: number): boolean {
    let beside = 0;
    for (const { items } of this.underWay) beside += items.length;
    return size >= WORTHWHILE_SHARE * beside;
  }

  private async run(isImpatient: boolean): Promise<void> {
    this.lanes++;
    // All requests that the event loop has received join the first batch.
    await new Promise<void>((resolve) => setImmediate(resolve));
    for (let due = this.takeDue(isImpatient); due; due = this.takeDue(false)) await this.settleNext(due);
    this.lanes--;
    if (this.queue.length > 0) this.waitLittle();
  }

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
    for (const item of batch) if (item.expires <= now) refuseLate(item, now);
    if (current.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(overdueError()), current[0].expires - now);
    });
    // An overdue batch may still commit, but its requests were answered 503.
    await Promise.race([this.settle(current), overdue]).catch((error: unknown) => {
      for (const item of current) item.reject(error);
    });
    clearTimeout(timer);
  }
}

export function tooManyError(): DatabaseOverloadedError {
  return new DatabaseOverloadedError('Too many requests wait for the database.');
}

function refuseLate(item: Waiting<unknown, unknown>, now: number): void {
  endWait(item, now);
  item.reject(overdueError());
}

function overdueError(): DatabaseOverloadedError {
  return new DatabaseOverloadedError('The database did not answer in time.');
}
