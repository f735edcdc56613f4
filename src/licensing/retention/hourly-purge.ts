import { Logger } from '@nestjs/common';
import { pause } from '../../platform/concurrency/pause';
import type { Job } from '../../platform/jobs/job';
import type { RetentionClock } from './retention-clock';

const DAY_MS = 86_400_000;
const EVERY_MS = 3_600_000;
/** A run goes on with the next one: a first one may have years to delete. */
const LONGEST_MS = 6 * EVERY_MS;
/** The pause after a portion, as a multiple of its duration: checks come first. */
const REST_FACTOR = 4;

/** What is deleted when it gets old. */
export interface Purge {
  /** For the log: "logs". */
  readonly what: string;
  /** The setting that says how old. */
  readonly setting: string;
  readonly days: number;
  /** When the newest of all was made, in milliseconds since the Unix epoch; undefined when there is none. Without it, nobody asks. */
  newest?(): Promise<number | undefined>;
  /**
   * Deletes what is older than a time, some at a time.
   * @param before milliseconds since the Unix epoch
   * @param portion runs the work on a portion and rests; undefined when the service ends
   * @returns how many were deleted
   */
  run(before: number, portion: <T>(work: () => Promise<T>) => Promise<T | undefined>): Promise<number>;
}

/**
 * The job that deletes what is old when the service starts, and then each hour.
 * @param name of the job
 */
export function hourlyPurge(name: string, purge: Purge, clock: RetentionClock): Job {
  const work = new PurgeWork(purge, clock, new Logger(name));
  return {
    name,
    everyMs: EVERY_MS,
    longestMs: LONGEST_MS,
    // Two that delete the same do no harm, and each start looks at once.
    doneBy: 'each instance',
    failure: `Deleting old ${purge.what} failed; it is tried again every hour.`,
    run: (signal) => work.deleteOld(signal),
  };
}

class PurgeWork {
  private isFirst = true;

  constructor(
    private readonly purge: Purge,
    private readonly clock: RetentionClock,
    private readonly logger: Logger,
  ) {}

  async deleteOld(signal: AbortSignal): Promise<void> {
    const { what, setting, days } = this.purge;
    await this.clock.look();
    if (this.isFirst) await this.lookAtNewest();
    this.isFirst = false;
    if (!this.clock.isBelieved()) {
      this.logger.warn(`The clock may be wrong, or was: no ${what} are deleted for a day.`);
      return;
    }
    const deleted = await this.purge.run(Date.now() - days * DAY_MS, async (work) =>
      // A clock that is set right meanwhile was wrong when this began.
      this.clock.isBelieved() ? runPortion(work, signal) : undefined,
    );
    if (deleted > 0) this.logger.log(`Deleted ${deleted} ${what} that were older than ${setting}.`);
  }

  /**
   * Where all of them seem to be too old, the service had a long rest, or its clock is ahead: a day shows which. The first time, when
   * nothing else is known of the clock, the newest has to be of the last day.
   */
  private async lookAtNewest(): Promise<void> {
    const newest = await this.purge.newest?.();
    const days = this.clock.isNew ? 1 : this.purge.days;
    if (newest !== undefined && Date.now() - newest > days * DAY_MS) await this.clock.doubt();
  }
}

/** Does a portion of long work, and rests. @returns undefined without having run the work when the service ends */
export async function runPortion<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  const start = performance.now();
  const result = await work();
  await pause((performance.now() - start) * REST_FACTOR, signal);
  return result;
}
