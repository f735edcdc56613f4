import { Injectable } from '@nestjs/common';
import { AuditRecordsRepository } from '../../access/audit/audit-records.repository';
import { DeliveriesRepository } from '../../events/webhooks/deliveries/deliveries.repository';
import { EventsRepository } from '../../platform/events/events.repository';
import { Jobs } from '../../platform/jobs/jobs';
import { Settings } from '../../platform/settings/settings';
import { hourlyPurge, untilNone } from './hourly-purge';
import { RetentionClock } from './retention-clock';

/** Deletes old audit records, events, and deliveries, which are kept as long as their events. */
@Injectable()
export class RecordRetentionService {
  constructor(
    audit: AuditRecordsRepository,
    events: EventsRepository,
    deliveries: DeliveriesRepository,
    clock: RetentionClock,
    jobs: Jobs,
    { auditRetentionDays, eventRetentionDays }: Settings,
  ) {
    if (auditRetentionDays !== undefined) {
      const purge = {
        what: 'audit records',
        setting: 'AUDIT_RETENTION_DAYS',
        days: auditRetentionDays,
        newest: () => audit.findNewestTime(),
        run: untilNone((before, most) => audit.deleteOlder(before, most)),
      };
      jobs.add(hourlyPurge('audit-retention', purge, clock));
    }
    const asEvents = { setting: 'EVENT_RETENTION_DAYS', days: eventRetentionDays };
    const ofEvents = {
      ...asEvents,
      what: 'events',
      newest: () => events.findNewestTime(),
      run: untilNone((before, most) => events.deleteOlder(before, most)),
    };
    jobs.add(hourlyPurge('event-retention', ofEvents, clock));
    const ofDeliveries = {
      ...asEvents,
      what: 'deliveries to webhooks',
      run: untilNone((before, most) => deliveries.deleteOlder(before, most)),
    };
    jobs.add(hourlyPurge('delivery-retention', ofDeliveries, clock));
  }
}
