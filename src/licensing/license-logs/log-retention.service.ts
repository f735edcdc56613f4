import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Settings } from '../../platform/settings/settings';
import { ClockWatch } from './clock-watch';
import { LicenseLogsRepository } from './license-logs.repository';

const DAY_MS = 86_400_000;
const PAUSE_BETWEEN_RUNS_MS = 3_600_000;
/** Few enough that a check never waits long for them. */
const LOGS_A_CHUNK = 200;
/** After each chunk, so many times as long as it took belong to the checks. */
const REST_FACTOR = 4;

/**
 * Deletes logs that are older than `LOG_RETENTION_DAYS`, when the service starts and then each hour. Several
 * instances may do so at once.
 */
@Injectable()
export class LogRetentionService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('LogRetention');
  private readonly ending = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly logs: LicenseLogsRepository,
    private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    const { logRetentionDays } = this.settings;
    if (logRetentionDays !== undefined) this.running = this.run(logRetentionDays * DAY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  private async run(ageMs: number): Promise<void> {
    const { signal } = this.ending;
    const clock = new ClockWatch(Date.now(), performance.now());
    while (!signal.aborted) {
      try {
        const isBelieved = clock.believes(Date.now(), performance.now());
        if (!isBelieved) this.logger.warn('The clock jumped by more than a day: no logs are deleted for a day.');
        const deleted = isBelieved ? await this.purge(Date.now() - ageMs) : 0;
        if (deleted > 0) this.logger.log(`Deleted ${deleted} logs that were older than LOG_RETENTION_DAYS.`);
      } catch (error) {
        this.logger.warn({ err: error }, 'Deleting old logs failed; it is tried again in an hour.');
      }
      await pause(PAUSE_BETWEEN_RUNS_MS, signal);
    }
  }

  /**
   * Walks the logs by their ids, which follow their times closely enough, so that they need no index of times that
   * every check would have to write.
   */
  private async purge(before: number): Promise<number> {
    let deleted = 0;
    for (let after = 0; !this.ending.signal.aborted;) {
      const start = performance.now();
      const logs = await this.logs.findTimes(after, LOGS_A_CHUNK);
      const old = logs.filter(({ timeAt }) => timeAt < before).length;
      const last = logs.at(-1);
      // What a clock that was wrong has dated into the future says nothing about the logs behind it.
      if (!last || (old === 0 && logs.some(({ timeAt }) => timeAt <= Date.now()))) return deleted;
      if (old > 0) await this.logs.deleteOlder(after, last.id, before);
      deleted += old;
      after = last.id;
      await pause((performance.now() - start) * REST_FACTOR, this.ending.signal);
    }
    return deleted;
  }
}

/** Ends early when the service does. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});
}
