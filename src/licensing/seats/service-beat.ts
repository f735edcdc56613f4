import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs';
import { BEAT_MS, OutageWatch } from './outage-watch';

/** Notes that the service is there, so that its outages are known afterwards. */
@Injectable()
export class ServiceBeat {
  constructor(jobs: Jobs, watch: OutageWatch) {
    jobs.add({
      name: 'service-beat',
      everyMs: BEAT_MS,
      longestMs: 10_000,
      doneBy: 'each instance',
      // The first request may be judged by what happened during an outage.
      isFirst: true,
      failure: 'The heartbeat could not be written.',
      run: () => watch.beat(),
    });
  }
}
