import { setTimeout as sleep } from 'node:timers/promises';
import { BatchTrace, endWait } from '../../telemetry/batch-trace';
import type { Trace } from '../../telemetry/trace';
import { databaseFault, RowHeldError } from '../database-errors';
import type { Waiting } from './batcher';

/** Stands for the answer to a request whose row another transaction holds. */
export const HELD = Symbol('held');

export interface HoldableRows<Request, Answer> {
  /** The row that a request needs and writes, if any. */
  readonly nameOf: (request: Request) => string | undefined;
  /** Commits requests whose rows are free, without waiting; the others get `HELD`. */
  commitFree(requests: readonly Request[]): Promise<(Answer | typeof HELD)[]>;
}

/** How long requests for a row are kept apart after it was last found locked. */
const APART_MS = 5000;
const PAUSE_MS = 15;

/** Retries requests for locked rows apart from all others, without waiting for locks (decision 028). */
export class HeldRows<Request, Answer> {
  private waiting: Waiting<Request, Answer>[] = [];
  private readonly heldUntil = new Map<string, number>();
  private anyHeldUntil = 0;
  private running: Promise<void> | undefined;

  constructor(
    private readonly rows: HoldableRows<Request, Answer>,
    private readonly maxBatch: number,
  ) {}

  get length(): number {
    return this.waiting.length;
  }

  get isAnyHeld(): boolean {
    // Requests that gave up leave their rows' names behind.
    if (this.heldUntil.size > 0 && this.anyHeldUntil <= performance.now()) this.heldUntil.clear();
    return this.heldUntil.size > 0;
  }

  concerns(request: Request): boolean {
    if (!this.isAnyHeld) return false;
    const name = this.rows.nameOf(request);
    if (name === undefined) return false;
    const isHeld = (this.heldUntil.get(name) ?? 0) > performance.now();
    if (!isHeld) this.heldUntil.delete(name);
    return isHeld;
  }

  submit(request: Request, expires: number, trace?: Trace): Promise<Answer> {
    const waits = trace && { trace, since: performance.now() };
    return new Promise((resolve, reject) => this.add([{ request, expires, waits, resolve, reject }]));
  }

  async take(items: readonly Waiting<Request, Answer>[]): Promise<void> {
    this.add(await this.commit(items));
  }

  add(items: readonly Waiting<Request, Answer>[]): void {
    this.waiting.push(...items);
    if (this.waiting.length > 0) this.running ??= this.run();
  }

  async drain(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const items = this.waiting.splice(0);
      for (let first = 0; first < items.length; first += this.maxBatch) {
        const held = await this.commit(items.slice(first, first + this.maxBatch));
        this.waiting.push(...held);
      }
      if (this.waiting.length > 0) await sleep(PAUSE_MS);
    }
    this.running = undefined;
    this.forgetFreed();
  }

  private forgetFreed(): void {
    const now = performance.now();
    for (const [name, until] of this.heldUntil) if (until <= now) this.heldUntil.delete(name);
  }

  /** @returns those whose rows are locked */
  private async commit(items: readonly Waiting<Request, Answer>[]): Promise<Waiting<Request, Answer>[]> {
    const now = performance.now();
    const current = items.filter(({ expires }) => expires > now);
    for (const item of items) {
      if (item.expires > now) continue;
      endWait(item, now);
      item.reject(new RowHeldError());
    }
    if (current.length === 0) return [];
    const trace = BatchTrace.of(current);
    try {
      const answers = await BatchTrace.during(trace, () => this.rows.commitFree(current.map(({ request }) => request)));
      const held = current.filter((item, index) => this.settle(item, answers[index]));
      trace?.end(undefined, held);
      return held;
    } catch (error) {
      trace?.end(error);
      if (databaseFault(error) !== 'unavailable' && current.length > 1) return this.commitEach(current);
      for (const item of current) item.reject(error);
      return [];
    }
  }

  /** One at a time, so that one bad request doesn't fail the others. */
  private async commitEach(items: readonly Waiting<Request, Answer>[]): Promise<Waiting<Request, Answer>[]> {
    const held: Waiting<Request, Answer>[] = [];
    for (const item of items) held.push(...(await this.commit([item])));
    return held;
  }

  /** @returns whether the row is locked */
  private settle(item: Waiting<Request, Answer>, answer: Answer | typeof HELD): boolean {
    const name = this.rows.nameOf(item.request)!;
    if (answer === HELD) {
      this.anyHeldUntil = performance.now() + APART_MS;
      this.heldUntil.set(name, this.anyHeldUntil);
      return true;
    }
    this.heldUntil.delete(name);
    item.resolve(answer);
    return false;
  }
}
