import { Injectable } from '@nestjs/common';
import { EventsRepository } from '../../platform/events/events.repository';
import { Jobs } from '../../platform/jobs/jobs';
import { Settings } from '../../platform/settings/settings';
import { hourlyPurge, type Purge } from './hourly-purge';
import { RetentionClock } from './retention-clock';

/** Small enough that no check waits long. */
const EVENTS_A_PORTION = 200;

@Injectable()
export class EventRetentionService {
  constructor(
    private readonly events: EventsRepository,
    clock: RetentionClock,
    jobs: Jobs,
    { eventRetentionDays: days }: Settings,
  ) {
    const purge: Purge = {
      what: 'events',
      setting: 'EVENT_RETENTION_DAYS',
      days,
      newest: () => this.events.findNewestTime(),
      run: (before, portion) => this.deleteOlder(before, portion),
    };
    jobs.add(hourlyPurge('event-retention', purge, clock));
  }

  private async deleteOlder(before: number, portion: Parameters<Purge['run']>[1]): Promise<number> {
    let deleted = 0;
    for (;;) {
      const some = await portion(() => this.events.deleteOlder(before, EVENTS_A_PORTION));
      if (!some) return deleted;
      deleted += some;
    }
  }
}
