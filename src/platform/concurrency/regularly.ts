import type { Logger } from '@nestjs/common';
import { pause } from './pause';

/** Does something again and again while the service runs, never twice at a time. */
export class Regularly {
  private readonly ending = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private hasFailed = false;

  /**
   * @param everyMs the pause between two times, in milliseconds
   * @param work is told when it is to end early
   * @param failure what is logged when it fails, once until it succeeds again
   */
  constructor(
    private readonly everyMs: number,
    private readonly work: (signal: AbortSignal) => Promise<void>,
    private readonly logger: Logger,
    private readonly failure: string,
  ) {}

  start(): void {
    this.running = this.run();
  }

  /** For what was done already: begins with the pause. */
  startLater(): void {
    this.running = pause(this.everyMs, this.ending.signal).then(() => this.run());
  }

  /** Waits for the end of what is under way. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      try {
        await this.work(signal);
        this.hasFailed = false;
      } catch (error) {
        // Said once an outage: readiness and every refused request tell of it too.
        if (!this.hasFailed) this.logger.warn({ err: error }, this.failure);
        this.hasFailed = true;
      }
      await pause(this.everyMs, signal);
    }
  }
}
