/** Longest run of transactions before the event loop handles the network again. */
const LONGEST_RUN_MS = 5;
/** The event loop accepts one connection per turn; an idle turn costs microseconds. */
const TURNS = 32;

/** Ends a turn. @param handsOver whether the next one goes on in this one's transaction */
export type Release = (handsOver?: boolean) => void;

/** First come, first served. Written here because it pauses between holders and prepares the connection for each. */
export class Mutex {
  private readonly waiting: { readonly mayShare: boolean; begin(): void }[] = [];
  isHeld = false;
  private isHandedOver = false;
  private pausedAt = 0;
  acquisitions = 0;

  /** @param prepare runs as each turn begins; if it throws, the turn ends */
  constructor(private readonly prepare: () => void) {}

  /** Whether the next holder may continue the current transaction, at once. */
  get canHandOver(): boolean {
    return (this.waiting[0]?.mayShare ?? false) && !this.isPauseDue;
  }

  private get isPauseDue(): boolean {
    return performance.now() - this.pausedAt >= LONGEST_RUN_MS;
  }

  /** @param mayShare whether it may continue another holder's transaction */
  async acquire(mayShare = false): Promise<Release> {
    this.acquisitions++;
    if (this.isHeld) await new Promise<void>((begin) => this.waiting.push({ mayShare, begin }));
    this.isHeld = true;
    if (this.isHandedOver) {
      this.isHandedOver = false;
      return this.release;
    }
    await this.pause();
    try {
      this.prepare();
      return this.release;
    } catch (error) {
      this.release();
      throw error;
    }
  }

  private readonly release: Release = (handsOver = false) => {
    this.isHandedOver = handsOver;
    const next = this.waiting.shift();
    // It stays held while the next one wakes up.
    if (next) next.begin();
    else this.isHeld = false;
  };

  /**
   * SQLite blocks the event loop, and promises run before it turns. Without pauses, many transactions in a row keep
   * new connections waiting for seconds; clients that open one per request get a third of the throughput.
   */
  private async pause(): Promise<void> {
    if (!this.isPauseDue) return;
    for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
    this.pausedAt = performance.now();
  }
}
