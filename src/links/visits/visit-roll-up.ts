import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs';
import { VisitCounter } from './visit-counter';

@Injectable()
export class VisitRollUp {
  constructor(jobs: Jobs, counter: VisitCounter) {
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
  }
}
