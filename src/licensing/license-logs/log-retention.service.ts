import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs';
import { Settings } from '../../platform/settings/settings';
import { hourlyPurge, type Purge } from '../retention/hourly-purge';
import { RetentionClock } from '../retention/retention-clock';
import { LicenseLogsRepository } from './license-logs.repository';

/** Few enough that a check never waits long for them. */
const LOGS_A_CHUNK = 200;

/** Deletes logs that are older than `LOG_RETENTION_DAYS`. */
@Injectable()
export class LogRetentionService {
  constructor(
    private readonly logs: LicenseLogsRepository,
    clock: RetentionClock,
    jobs: Jobs,
    { logRetentionDays: days }: Settings,
  ) {
    if (days === undefined) return;
    const purge: Purge = {
      what: 'logs',
      setting: 'LOG_RETENTION_DAYS',
      days,
      newest: () => this.logs.findNewestTime(),
      run: (before, portion) => this.deleteOlder(before, portion),
    };
    jobs.add(hourlyPurge('log-retention', purge, clock));
  }

  /**
   * Walks the logs by their ids, which follow their times closely enough, so that they need no index of times that
   * every check would have to write.
   */
  private async deleteOlder(before: number, portion: Parameters<Purge['run']>[1]): Promise<number> {
    let deleted = 0;
    let after = 0;
    for (;;) {
      const chunk = await portion(() => this.deleteChunk(after, before));
      if (!chunk) return deleted;
      deleted += chunk.deleted;
      after = chunk.last;
    }
  }

  /** @returns undefined when nothing that follows can be old */
  private async deleteChunk(after: number, before: number): Promise<{ deleted: number; last: number } | undefined> {
    const logs = await this.logs.findTimes(after, LOGS_A_CHUNK);
    const old = logs.filter(({ timeAt }) => timeAt < before).length;
    const last = logs.at(-1);
    // What a clock that was wrong has dated into the future says nothing about the logs behind it.
    if (!last || (old === 0 && logs.some(({ timeAt }) => timeAt <= Date.now()))) return undefined;
    if (old > 0) await this.logs.deleteOlder(after, last.id, before);
    return { deleted: old, last: last.id };
  }
}
