import { Injectable } from '@nestjs/common';
import { AuditRecordsRepository } from '../../access/audit/audit-records.repository';
import { Jobs } from '../../platform/jobs/jobs';
import { Settings } from '../../platform/settings/settings';
import { hourlyPurge, type Purge } from './hourly-purge';
import { RetentionClock } from './retention-clock';

/** Small enough that no check waits long. */
const RECORDS_A_PORTION = 200;

@Injectable()
export class AuditRetentionService {
  constructor(
    private readonly records: AuditRecordsRepository,
    clock: RetentionClock,
    jobs: Jobs,
    { auditRetentionDays: days }: Settings,
  ) {
    if (days === undefined) return;
    const purge: Purge = {
      what: 'audit records',
      setting: 'AUDIT_RETENTION_DAYS',
      days,
      newest: () => this.records.findNewestTime(),
      run: (before, portion) => this.deleteOlder(before, portion),
    };
    jobs.add(hourlyPurge('audit-retention', purge, clock));
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
