import type { Clock } from '../../src/clock.js';

interface Timer {
  readonly at: number;
  readonly call: () => void;
  off: boolean;
}

/** How far a monotonic clock goes on from one look at it to the next, milliseconds. */
const A_LOOK = 0.001;

/** Time that passes only when a test says so. */
export class VirtualClock implements Clock {
  /** How far the machine's clock is from the true time, milliseconds: its user can set it. */
  wrong = 0;
  private timers: Timer[] = [];
  private passed = 0;
  private looks = 0;

  /** @param start milliseconds since 1970 */
  constructor(private readonly start: number) {}

  now(): number {
    return this.true() + this.wrong;
  }

  /** The time of the service. */
  true(): number {
    return this.start + this.passed;
  }

  /** As a real one: no two looks see the same moment. */
  monotonic(): number {
    this.looks += 1;
    return this.passed + this.looks * A_LOOK;
  }

  after(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.passed + milliseconds, call, off: false };
    this.push(timer);
    return () => {
      timer.off = true;
    };
  }

  /** Lets time pass, and what is due happen in its order, with all that follows from it at once. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.passed + milliseconds;
    await settled();
    for (let next = this.pop(end); next; next = this.pop(end)) {
      this.passed = Math.max(this.passed, next.at);
      if (next.off) continue;
      next.call();
      await settled();
    }
    this.passed = end;
  }

  /** Lets time pass in strides: what is due within one happens together, which is much faster for many. */
  async passInStrides(milliseconds: number, stride: number): Promise<void> {
    for (const end = this.passed + milliseconds; this.passed < end;) {
      this.passed = Math.min(this.passed + stride, end);
      for (let next = this.pop(this.passed); next; next = this.pop(this.passed)) if (!next.off) next.call();
      await settled();
    }
  }

  /** A binary heap, the earliest first. */
  private push(timer: Timer): void {
    const { timers } = this;
    let place = timers.push(timer) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (timers[above].at <= timer.at) break;
      timers[place] = timers[above];
      place = above;
    }
    timers[place] = timer;
  }

  private pop(until: number): Timer | undefined {
    const { timers } = this;
    const first = timers[0];
    if (!first || first.at > until) return undefined;
    const last = timers.pop();
    if (!last || timers.length === 0) return first;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= timers.length) break;
      if (below + 1 < timers.length && timers[below + 1].at < timers[below].at) below += 1;
      if (timers[below].at >= last.at) break;
      timers[place] = timers[below];
      place = below;
    }
    timers[place] = last;
    return first;
  }
}

/** All that needs no time has happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
