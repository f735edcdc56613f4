import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Jobs } from '../../platform/jobs/jobs';
import { Metrics } from '../../platform/metrics/metrics';
import { CheckCounter } from './check-counter';

@Injectable()
export class CheckRollUp {
  constructor(jobs: Jobs, counter: CheckCounter, { registry }: Metrics) {
    jobs.add({
      name: 'check-roll-up',
      everyMs: 2000,
      longestMs: 60_000,
      doneBy: 'one instance',
      failure: 'Checks could not be counted for the statistics; this is tried again.',
      run: async (signal) => {
        while (!signal.aborted && (await counter.advance()));
      },
      behind: () => counter.uncounted,
    });
    registry.registerMetric(uncountedChecks(counter));
  }
}

function uncountedChecks(counter: CheckCounter): Gauge {
  return new Gauge({
    name: 'keylink_stats_uncounted_checks',
    aggregator: 'max',
    help: 'Logged checks that the statistics do not count yet, as this instance last saw it.',
    registers: [],
    collect() {
      this.set(counter.uncounted);
    },
  });
}
