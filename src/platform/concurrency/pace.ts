import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_REST_MS = 100;
const LOOK_EVERY_MS = 2;
/** After this long without use the database counts as idle; the service's own jobs use it now and then. */
const QUIET_MS = 8;

interface Used {
  /** Number of uses by others. */
  readonly otherUses: number;
  readonly isInUse: boolean;
}

interface PaceOptions {
  /** The rest after a portion, as a multiple of its duration. */
  readonly restFactor: number;
  /** With a database: rests only while others use it, and only until they have used it `enough` times. */
  readonly database?: Used;
  readonly enough?: number;
  readonly sizes?: { readonly first: number; readonly least: number; readonly most: number; readonly wantedMs: number };
}

/** Keeps long work from slowing others down: small portions with a rest after each. */
export class Pace {
  size: number;
  private uses = 0;

  constructor(private readonly options: PaceOptions) {
    this.size = options.sizes?.first ?? 0;
  }

  /** Does a portion, then rests. @returns undefined, with nothing done, if the signal is aborted */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
    if (signal.aborted) return undefined;
    const start = performance.now();
    const result = await work();
    await this.rest(performance.now() - start, signal);
    return result;
  }

  /** @param took duration of the portion in milliseconds; it also sets the next size */
  async rest(took: number, signal?: AbortSignal): Promise<void> {
    this.fit(took);
    const { restFactor, database, enough = Infinity } = this.options;
    if (!database) return sleep(restFactor * took, undefined, { signal }).catch(() => {});
    const uses = database.otherUses;
    // Since the last portion, minus this one's own use.
    const others = uses - this.uses - 1;
    this.uses = uses;
    if (others <= 0) return;
    await quiet(database, { most: uses + enough, milliseconds: Math.min(restFactor * took, LONGEST_REST_MS) });
  }

  private fit(took: number): void {
    const { sizes } = this.options;
    if (!sizes) return;
    const fitting = Math.min(2 * this.size, sizes.most, (this.size * sizes.wantedMs) / took);
    // Multiples of the minimum: each size needs prepared statements of its own.
    this.size = sizes.least * Math.max(1, Math.floor(fitting / sizes.least));
  }
}

/** @returns once nobody uses the database, it has been used `most` times, or the time is over */
async function quiet(database: Used, { most, milliseconds }: { most: number; milliseconds: number }): Promise<void> {
  const end = performance.now() + milliseconds;
  let [seen, seenAt] = [database.otherUses, performance.now()];
  while (performance.now() < end && seen < most) {
    await sleep(LOOK_EVERY_MS);
    const { otherUses, isInUse } = database;
    if (isInUse || otherUses !== seen) [seen, seenAt] = [otherUses, performance.now()];
    else if (performance.now() - seenAt >= QUIET_MS) return;
  }
}
