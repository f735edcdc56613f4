import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Regularly } from '../../platform/concurrency/regularly';
import { Metrics } from '../../platform/metrics/metrics';
import { CheckCounter } from './check-counter';

const EVERY_MS = 2000;

/** Counts checks in the background while the service runs. */
@Injectable()
export class CheckRollUp implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly counting: Regularly;

  constructor(counter: CheckCounter, { registry }: Metrics) {
    const count = async (signal: AbortSignal): Promise<void> => {
      while (!signal.aborted && (await counter.advance()));
    };
    const failure = 'Checks could not be counted for the statistics; they will be.';
    this.counting = new Regularly(EVERY_MS, count, new Logger('CheckRollUp'), failure);
    registry.registerMetric(uncountedChecks(counter));
  }

  onApplicationBootstrap(): void {
    this.counting.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.counting.stop();
  }
}

function uncountedChecks(counter: CheckCounter): Gauge {
  return new Gauge({
    name: 'keylink_stats_uncounted_checks',
    help: 'Logged checks that the statistics do not count yet, as this instance last saw it.',
    registers: [],
    collect() {
      this.set(counter.uncounted);
    },
  });
}
