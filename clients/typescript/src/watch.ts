import type { Clock } from './clock.js';
import type { Outcome } from './outcome.js';

/** A watch that is going on. */
export interface Watch {
  stop(): void;
}

/** What is watched. */
interface Watched {
  /** The outcome now; asks the service when that is due. */
  renew(): Promise<Outcome>;
  /** How long until the next look, milliseconds. `failures` is how often in a row there was neither verdict nor pass. */
  untilNext(outcome: Outcome, failures: number): Promise<number>;
}

/** A machine that slept counts no time: no timer is longer than this. */
const LONGEST_SLEEP = 60 * 60 * 1000;
const SHORTEST_SLEEP = 1000;

/** Looks again and again, and tells of what changed. */
export class Watcher implements Watch {
  private stopped = false;
  private callOff: (() => void) | undefined;
  private told: Outcome | undefined;
  private failures = 0;

  constructor(
    private readonly clock: Clock,
    private readonly watched: Watched,
    private readonly tell: (outcome: Outcome) => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** @param first the outcome to begin with */
  begin(first: Promise<Outcome>): this {
    void this.look(first);
    return this;
  }

  stop(): void {
    this.stopped = true;
    this.callOff?.();
  }

  private async look(looking: Promise<Outcome>): Promise<void> {
    let wait = LONGEST_SLEEP;
    try {
      const outcome = await looking;
      this.failures = outcome.outcome === 'unreachable' ? this.failures + 1 : 0;
      wait = Math.max(await this.watched.untilNext(outcome, this.failures), SHORTEST_SLEEP);
      if (!this.stopped) this.tellChange(outcome);
    } catch (error) {
      this.onError(error);
    }
    this.sleep(wait);
  }

  private tellChange(outcome: Outcome): void {
    const same = this.told && labelOf(this.told) === labelOf(outcome);
    this.told = outcome;
    if (!same) this.tell(outcome);
  }

  private sleep(milliseconds: number): void {
    if (this.stopped) return;
    const nap = Math.min(milliseconds, LONGEST_SLEEP);
    const wake = this.clock.now() + milliseconds;
    this.callOff = this.clock.after(nap, () => {
      const left = wake - this.clock.now();
      // The clock may have been set meanwhile: never longer than there was left.
      if (left > 0 && nap < milliseconds) this.sleep(Math.min(left, milliseconds - nap));
      else void this.look(this.watched.renew());
    });
  }
}

const labelOf = (outcome: Outcome): string =>
  outcome.outcome === 'refused' ? `refused: ${outcome.status}` : outcome.outcome;
