import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs';
import { DAY_MS, HOUR_MS, startOf } from '../../platform/time-ranges/spans';
import { VisitCounter } from './visit-counter';
import { VisitSumsRepository } from './visit-sums.repository';

/** Hours are kept this long, days for ever. */
export const HOURS_KEPT_MS = 92 * DAY_MS;
/** Portions from before a day's end may arrive this late. */
const LATE_MS = 2 * HOUR_MS;

@Injectable()
export class VisitRollUp {
  constructor(jobs: Jobs, counter: VisitCounter, sums: VisitSumsRepository) {
    jobs.add({
      name: 'visit-roll-up',
      everyMs: 2000,
      longestMs: 60_000,
      doneBy: 'one instance',
      failure: 'Visits could not be counted for the statistics; this is tried again.',
      run: async (signal) => {
        while (!signal.aborted && (await counter.advance()));
      },
    });
    jobs.add({
      name: 'visit-sums-ageing',
      everyMs: 600_000,
      longestMs: 600_000,
      doneBy: 'one instance',
      failure: 'Old sums of visits could not be put away; this is tried again.',
      run: async (signal) => {
        // First counts the rest of the previous days: the visitors seen there determine which ones are new.
        while (!signal.aborted && (await counter.advance()));
        const now = Date.now();
        const hoursBefore = startOf(now - HOURS_KEPT_MS, DAY_MS);
        while (!signal.aborted && (await sums.age(hoursBefore, startOf(now - LATE_MS, DAY_MS))));
      },
    });
  }
}
