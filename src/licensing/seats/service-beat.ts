import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs';
import { BEAT_MS, OutageWatch } from './outage-watch';

@Injectable()
export class ServiceBeat {
  constructor(jobs: Jobs, watch: OutageWatch) {
    jobs.add({
      name: 'service-beat',
      everyMs: BEAT_MS,
      longestMs: 10_000,
      doneBy: 'each instance',
      // Checks must know about the last outage.
      isFirst: true,
      failure: 'The heartbeat could not be written.',
      run: () => watch.beat(),
    });
  }
}
