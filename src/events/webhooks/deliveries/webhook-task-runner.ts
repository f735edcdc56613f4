import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions';
import { EventsRepository } from '../../../platform/events/events.repository';
import type { Webhook } from '../webhook.entity';
import { WebhooksRepository } from '../webhooks.repository';
import { DeliveriesRepository } from './deliveries.repository';
import { DeliveryMaker, filterOf, PORTION } from './delivery-maker';
import type { WebhookTask } from './webhook-task.entity';
import { WebhookTasksRepository } from './webhook-tasks.repository';
import { WallClock } from '../../../platform/jobs/wall-clock';

const DELETED_AT_ONCE = 200;

/** Runs the background tasks of webhooks in portions, each in one transaction with its position. */
@Injectable()
export class WebhookTaskRunner {
  constructor(
    private readonly tasks: WebhookTasksRepository,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly events: EventsRepository,
    private readonly maker: DeliveryMaker,
    private readonly transactions: Transactions,
    private readonly clock: WallClock,
  ) {}

  /** Runs a portion of each. @returns whether something was done */
  async advance(signal: AbortSignal): Promise<boolean> {
    let isDone = false;
    for (const task of await this.tasks.findAll()) {
      if (signal.aborted) break;
      isDone = (await this.advanceOne(task)) || isDone;
    }
    return isDone;
  }

  private async advanceOne(task: WebhookTask): Promise<boolean> {
    if (task.kind === 'delete') return this.deleteSome(task);
    const webhook = await this.webhooks.findById(task.webhookId);
    if (!webhook) return this.finish(task);
    if (!webhook.active || !(await this.maker.hasRoom(webhook.id))) return false;
    return task.kind === 'replay' ? this.replay(task, webhook) : this.retry(task);
  }

  private async replay(task: WebhookTask, webhook: Webhook): Promise<boolean> {
    const found = await this.events.findAfter(task.position, PORTION, filterOf(webhook));
    const events = found.events.filter(({ position }) => position <= task.upTo);
    return this.move(task, Math.min(found.upTo, task.upTo), (deliveries) =>
      deliveries.insert(this.maker.deliveriesOf(webhook.id, events)),
    );
  }

  private async retry(task: WebhookTask): Promise<boolean> {
    const ids = await this.deliveries.findFailed(task.webhookId, task.position, task.upTo, PORTION);
    const position = ids.length < PORTION ? task.upTo : ids.at(-1)!;
    return this.move(task, position, async (deliveries) => {
      const failed = (await deliveries.lockAll(ids)).filter(({ state }) => state === 'failed');
      if (failed.length > 0)
        await deliveries.sendAgain(
          failed.map(({ id }) => id),
          this.clock.now(),
        );
    });
  }

  private move(
    task: WebhookTask,
    position: number,
    work: (deliveries: DeliveriesRepository) => Promise<void>,
  ): Promise<boolean> {
    return this.transactions.run(async (transaction) => {
      const tasks = this.tasks.within(transaction);
      if (!(await tasks.lock(task))) return false;
      await work(this.deliveries.within(transaction));
      if (position >= task.upTo) await tasks.delete(task);
      else await tasks.move(task, position);
      return true;
    });
  }

  private async deleteSome(task: WebhookTask): Promise<boolean> {
    const deleted = await this.deliveries.deleteOf(task.webhookId, DELETED_AT_ONCE);
    return deleted < DELETED_AT_ONCE ? this.finish(task) : true;
  }

  private async finish(task: WebhookTask): Promise<boolean> {
    await this.tasks.delete(task);
    return true;
  }
}
