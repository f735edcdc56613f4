import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import { ClockWatch } from './clock-watch';

const DAY_MS = 86_400_000;
const PAUSE_BETWEEN_RUNS_MS = 3_600_000;
/** After each portion, so many times as long as it took belong to the checks. */
const REST_FACTOR = 4;

/** What is deleted when it gets old. */
export interface Purge {
  /** For the log: "logs". */
  readonly what: string;
  /** The setting that says how old. */
  readonly setting: string;
  readonly days: number;
  /**
   * Deletes what is older than a time, some at a time.
   * @param before milliseconds since the Unix epoch
   * @param portion runs the work on a portion and rests; undefined when the service ends
   * @returns how many were deleted
   */
  run(before: number, portion: <T>(work: () => Promise<T>) => Promise<T | undefined>): Promise<number>;
}

/** Deletes what is old when the service starts, and then each hour. Several instances may do so at once. */
export class HourlyPurge {
  private readonly ending = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly purge: Purge,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { what, setting, days } = this.purge;
    const { signal } = this.ending;
    const clock = new ClockWatch(Date.now(), performance.now());
    while (!signal.aborted) {
      try {
        const isBelieved = clock.believes(Date.now(), performance.now());
        if (!isBelieved) this.logger.warn(`The clock jumped by more than a day: no ${what} are deleted for a day.`);
        const deleted = isBelieved ? await this.purge.run(Date.now() - days * DAY_MS, this.portion) : 0;
        if (deleted > 0) this.logger.log(`Deleted ${deleted} ${what} that were older than ${setting}.`);
      } catch (error) {
        this.logger.warn({ err: error }, `Deleting old ${what} failed; it is tried again in an hour.`);
      }
      await pause(PAUSE_BETWEEN_RUNS_MS, signal);
    }
  }

  private readonly portion = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    const { signal } = this.ending;
    if (signal.aborted) return undefined;
    const start = performance.now();
    const result = await work();
    await pause((performance.now() - start) * REST_FACTOR, signal);
    return result;
  };
}

/** Ends early when the service does. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});
}
