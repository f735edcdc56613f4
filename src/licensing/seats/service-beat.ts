import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { BEAT_MS, OutageWatch } from './outage-watch';

/** Lets an instance note every two seconds that the service is there; several of them share that work. */
@Injectable()
export class ServiceBeat implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('ServiceBeat');
  private readonly ending = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private hasFailed = false;

  constructor(private readonly watch: OutageWatch) {}

  /** Before the first request is taken: it may be judged by what happened during an outage. */
  async onApplicationBootstrap(): Promise<void> {
    await this.watch.beat();
    this.running = this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.ending;
    for (;;) {
      await sleep(BEAT_MS, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      try {
        await this.watch.beat();
        this.hasFailed = false;
      } catch (error) {
        // Said once an outage: readiness and every refused request tell of it too.
        if (!this.hasFailed) this.logger.warn({ err: error }, 'It could not be noted that the service is there.');
        this.hasFailed = true;
      }
    }
  }
}
