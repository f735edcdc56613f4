/** Time as the client sees it. Tests and simulations have their own. */
export interface Clock {
  /** What the machine's clock says: milliseconds since 1970. Its user can change it. */
  now(): number;
  /** Milliseconds since any moment, which nobody can set. */
  monotonic(): number;
  /** Calls once, after so many milliseconds; what it returns calls that off. It keeps no process alive. */
  after(milliseconds: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (milliseconds, call) => {
    const timer: unknown = setTimeout(call, milliseconds);
    if (typeof timer === 'object') (timer as { unref?(): void }).unref?.();
    return () => clearTimeout(timer as number);
  },
};

/** How wrong a machine's clock may be and still be used: a wrong date and a wrong time zone. */
const DAY = 24 * 60 * 60 * 1000;

/** The service's time, told from signed answers and the machine's clock. It never runs backwards past what was signed. */
export class SignedTime {
  private newest = 0;
  private anchor: { readonly time: number; readonly monotonic: number } | undefined;

  constructor(
    private readonly clock: Clock,
    /** How far the service's clock was ahead of the machine's, milliseconds. */
    public skew = 0,
  ) {}

  /** Milliseconds since 1970. */
  now(): number {
    return Math.max(this.byClock(), this.newest, this.byAnchor());
  }

  /** Whether the machine's clock is behind what was signed, and no answer of this run tells the time instead. */
  isSetBack(): boolean {
    return !this.anchor && this.byClock() < this.newest - DAY;
  }

  /** A moment that was signed, some time ago. @param iat seconds since 1970 */
  saw(iat: number): void {
    this.newest = Math.max(this.newest, iat * 1000);
  }

  /** A moment that was signed now. @param iat seconds since 1970 */
  isNow(iat: number): void {
    this.saw(iat);
    this.anchor = { time: iat * 1000, monotonic: this.clock.monotonic() };
    this.skew = withinDay(iat * 1000 - this.clock.now());
  }

  private byClock(): number {
    return this.clock.now() + withinDay(this.skew);
  }

  private byAnchor(): number {
    return this.anchor ? this.anchor.time + this.clock.monotonic() - this.anchor.monotonic : 0;
  }
}

const withinDay = (milliseconds: number): number => Math.max(-DAY, Math.min(DAY, milliseconds));
