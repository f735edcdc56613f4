import { Logger } from '@nestjs/common';
import { Pace } from '../../platform/concurrency/pace';
import type { Job } from '../../platform/jobs/job';
import type { RetentionClock } from './retention-clock';

const DAY_MS = 86_400_000;
const EVERY_MS = 3_600_000;
/** The first run may have years to delete. */
const LONGEST_MS = 6 * EVERY_MS;

export interface Purge {
  readonly what: string;
  readonly setting: string;
  readonly days: number;
  /** When the newest record was made, in milliseconds since the Unix epoch. Omit it to skip that clock check. */
  newest?(): Promise<number | undefined>;
  /**
   * @param before milliseconds since the Unix epoch
   * @param portion runs a portion and rests; undefined when the service stops
   * @returns how many records were deleted
   */
  run(before: number, portion: Portion): Promise<number>;
}

type Portion = <T>(work: () => Promise<T>) => Promise<T | undefined>;

/** Rows of a portion; small, so that no check waits long. */
const ROWS_AT_ONCE = 200;

/** A `run` that deletes portions until nothing is left. @param deleteSome returns how many it deleted, at most `most` */
export const untilNone =
  (deleteSome: (before: number, most: number) => Promise<number>): Purge['run'] =>
  async (before, portion) => {
    for (let deleted = 0; ;) {
      const some = await portion(() => deleteSome(before, ROWS_AT_ONCE));
      if (!some) return deleted;
      deleted += some;
    }
  };

export function hourlyPurge(name: string, purge: Purge, clock: RetentionClock): Job {
  const work = new PurgeWork(purge, clock, new Logger(name));
  return {
    name,
    everyMs: EVERY_MS,
    longestMs: LONGEST_MS,
    // Concurrent deletions are harmless, and each start deletes at once.
    doneBy: 'each instance',
    failure: `Deleting old ${purge.what} failed; it is tried again every hour.`,
    run: (signal) => work.deleteOld(signal),
  };
}

class PurgeWork {
  private isFirst = true;
  private readonly pace = new Pace({ restFactor: 4 });

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
      // A clock that is set right during the run was wrong at its start.
      this.clock.isBelieved() ? this.pace.run(work, signal) : undefined,
    );
    if (deleted > 0) this.logger.log(`Deleted ${deleted} ${what} that were older than ${setting}.`);
  }

  /** If even the newest record looks too old (on the first run: a day), the service was down or its clock is ahead. */
  private async lookAtNewest(): Promise<void> {
    const newest = await this.purge.newest?.();
    const days = this.clock.isNew ? 1 : this.purge.days;
    if (newest !== undefined && Date.now() - newest > days * DAY_MS) await this.clock.doubt();
  }
}
