import { Injectable } from '@nestjs/common';
import { DeliveriesRepository } from '../../events/webhooks/deliveries/deliveries.repository';
import { Jobs } from '../../platform/jobs/jobs';
import { Settings } from '../../platform/settings/settings';
import { hourlyPurge } from './hourly-purge';
import { RetentionClock } from './retention-clock';

/** Small enough that no check waits long. */
const DELIVERIES_A_PORTION = 200;

/** Deliveries to webhooks are kept as long as the events that they sent. */
@Injectable()
export class DeliveryRetentionService {
  constructor(
    deliveries: DeliveriesRepository,
    clock: RetentionClock,
    jobs: Jobs,
    { eventRetentionDays: days }: Settings,
  ) {
    const purge = { what: 'deliveries to webhooks', setting: 'EVENT_RETENTION_DAYS', days };
    jobs.add(
      hourlyPurge(
        'delivery-retention',
        {
          ...purge,
          run: async (before, portion) => {
            let deleted = 0;
            for (;;) {
              const some = await portion(() => deliveries.deleteOlder(before, DELIVERIES_A_PORTION));
              if (!some) return deleted;
              deleted += some;
            }
          },
        },
        clock,
      ),
    );
  }
}
