import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Regularly } from '../platform/concurrency/regularly';
import { VisitCounter } from './visit-counter';

const EVERY_MS = 2000;

/** Counts visits by the hour in the background while the service runs. */
@Injectable()
export class VisitRollUp implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly counting: Regularly;

  constructor(counter: VisitCounter) {
    const count = async (signal: AbortSignal): Promise<void> => {
      while (!signal.aborted && (await counter.advance()));
    };
    const failure = 'Visits could not be counted for the statistics; they will be.';
    this.counting = new Regularly(EVERY_MS, count, new Logger('VisitRollUp'), failure);
  }

  onApplicationBootstrap(): void {
    this.counting.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.counting.stop();
  }
}
