import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Regularly } from '../../platform/concurrency/regularly';
import { BEAT_MS, OutageWatch } from './outage-watch';

/** Lets an instance note every two seconds that the service is there; several of them share that work. */
@Injectable()
export class ServiceBeat implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly beating: Regularly;

  constructor(private readonly watch: OutageWatch) {
    const failure = 'It could not be noted that the service is there.';
    this.beating = new Regularly(BEAT_MS, () => watch.beat(), new Logger('ServiceBeat'), failure);
  }

  /** Before the first request is taken: it may be judged by what happened during an outage. */
  async onApplicationBootstrap(): Promise<void> {
    await this.watch.beat();
    this.beating.startLater();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.beating.stop();
  }
}
