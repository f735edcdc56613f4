import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs';
import { hourlyPurge, untilNone } from '../retention/hourly-purge';
import { RetentionClock } from '../retention/retention-clock';
import { UsesRepository } from './uses.repository';

/** Days for which a use is kept, and its `useId` counts once. */
export const KEPT_DAYS = 35;

/** Deletes old uses. Counts stay. */
@Injectable()
export class UseRetentionService {
  constructor(uses: UsesRepository, clock: RetentionClock, jobs: Jobs) {
    const purge = {
      what: 'uses',
      setting: `${KEPT_DAYS} days`,
      days: KEPT_DAYS,
      newest: () => uses.findNewestTime(),
      run: untilNone((before, most) => uses.deleteOlder(before, most)),
    };
    jobs.add(hourlyPurge('use-retention', purge, clock));
  }
}
