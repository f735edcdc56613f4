import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { AuditRecordsRepository } from '../../access/audit/audit-records.repository';
import { Settings } from '../../platform/settings/settings';
import { HourlyPurge, type Purge } from './hourly-purge';
import { RetentionClock } from './retention-clock';

/** Few enough that a check never waits long for them. */
const RECORDS_A_PORTION = 200;

/** Deletes records of the audit that are older than `AUDIT_RETENTION_DAYS`. */
@Injectable()
export class AuditRetentionService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private purge: HourlyPurge | undefined;

  constructor(
    private readonly records: AuditRecordsRepository,
    private readonly clock: RetentionClock,
    private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    const { auditRetentionDays: days } = this.settings;
    if (days === undefined) return;
    const purge: Purge = {
      what: 'audit records',
      setting: 'AUDIT_RETENTION_DAYS',
      days,
      newest: () => this.records.findNewestTime(),
      run: (before, portion) => this.deleteOlder(before, portion),
    };
    this.purge = new HourlyPurge(purge, this.clock, new Logger('AuditRetention'));
    this.purge.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.purge?.stop();
  }

  private async deleteOlder(before: number, portion: Parameters<Purge['run']>[1]): Promise<number> {
    let deleted = 0;
    for (;;) {
      const some = await portion(() => this.records.deleteOlder(before, RECORDS_A_PORTION));
      if (!some) return deleted;
      deleted += some;
    }
  }
}
