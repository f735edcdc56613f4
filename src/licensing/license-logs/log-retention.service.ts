import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs';
import { Settings } from '../../platform/settings/settings';
import { hourlyPurge, type Purge } from '../retention/hourly-purge';
import { RetentionClock } from '../retention/retention-clock';
import { LicenseLogsRepository } from './license-logs.repository';

/** Small enough that no check waits long. */
const LOGS_A_CHUNK = 200;

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

  /** Walks the logs by id, which follows time closely enough: an index of times would slow every check. */
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

  /** @returns undefined if no later log can be old */
  private async deleteChunk(after: number, before: number): Promise<{ deleted: number; last: number } | undefined> {
    const logs = await this.logs.findTimes(after, LOGS_A_CHUNK);
    const old = logs.filter(({ timeAt }) => timeAt < before).length;
    const last = logs.at(-1);
    // A log that a wrong clock dated in the future says nothing about later logs.
    if (!last || (old === 0 && logs.some(({ timeAt }) => timeAt <= Date.now()))) return undefined;
    if (old > 0) await this.logs.deleteOlder(after, last.id, before);
    return { deleted: old, last: last.id };
  }
}
