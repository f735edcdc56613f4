import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions';
import { Jobs } from '../../../platform/jobs/jobs';
import { WebhookDisabling } from '../webhook-disabling';
import { WebhooksRepository } from '../webhooks.repository';
import { DeliveryMaker } from './delivery-maker';
import { DELIVERIES_JOB } from './delivery-sender';
import { GIVE_UP_MS } from './schedule';
import { WallClock } from '../../../platform/jobs/wall-clock';
import { WebhookTaskRunner } from './webhook-task-runner';

/** Background jobs of webhooks besides sending (`DeliverySender`). */
@Injectable()
export class WebhookJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly maker: DeliveryMaker,
    private readonly tasks: WebhookTaskRunner,
    private readonly webhooks: WebhooksRepository,
    private readonly disabling: WebhookDisabling,
    private readonly transactions: Transactions,
    private readonly clock: WallClock,
  ) {
    jobs.add({
      name: 'webhook-feed',
      everyMs: 250,
      longestMs: 60_000,
      doneBy: 'one instance',
      failure: 'Events could not be put on their way to webhooks; this is tried again.',
      run: (signal) => this.makeAll(signal),
    });
    jobs.add({
      name: 'webhook-tasks',
      everyMs: 1000,
      longestMs: 3_600_000,
      doneBy: 'one instance',
      failure: 'Webhooks could not be replayed or cleared away; this is tried again.',
      run: async (signal) => {
        while (!signal.aborted && (await this.tasks.advance(signal))) this.jobs.wake(DELIVERIES_JOB);
      },
    });
    jobs.add({
      name: 'webhook-watch',
      everyMs: 60_000,
      longestMs: 60_000,
      doneBy: 'one instance',
      failure: 'It could not be checked whether webhooks still reach anybody; this is tried again.',
      run: () => this.disableFailing(),
    });
  }

  /** Disables webhooks that have failed for five days. */
  async disableFailing(): Promise<void> {
    for (const { id } of await this.webhooks.findFailingSince(this.clock.now() - GIVE_UP_MS))
      await this.transactions.run((transaction) => this.disabling.disable(transaction, id, 'failing'));
  }

  private async makeAll(signal: AbortSignal): Promise<void> {
    for (let isMore = true; isMore && !signal.aborted;) {
      const done = await this.maker.advance(signal);
      if (done.made > 0) this.jobs.wake(DELIVERIES_JOB);
      ({ isMore } = done);
    }
  }
}
