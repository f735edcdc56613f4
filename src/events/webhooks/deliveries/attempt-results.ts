import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Transactions } from '../../../platform/database/transactions';
import type { PostOutcome } from '../../../platform/outgoing/outgoing-posts';
import { WebhookDisabling } from '../webhook-disabling';
import { WebhooksRepository } from '../webhooks.repository';
import type { Attempted } from './delivery-attempt';
import { type Attempt, NOTE_LENGTH } from './attempt.entity';
import { DeliveriesRepository } from './deliveries.repository';
import { TEST_TYPE } from './message-bodies';
import { waitAfter } from './schedule';
import { WallClock } from '../../../platform/jobs/wall-clock';

const GONE = 410;
/** `succeededAt` is written at most this often. */
const NOTED_EVERY_MS = 60_000;
const NOT_KEPT = 'The event is no longer kept, so nothing was sent.';

export const isSuccess = (outcome: PostOutcome | undefined): boolean =>
  outcome?.status !== undefined && outcome.status >= 200 && outcome.status < 300;

/** Stores the outcome of attempts, and schedules the next ones. */
@Injectable()
export class AttemptResults {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly webhooks: WebhooksRepository,
    private readonly disabling: WebhookDisabling,
    private readonly transactions: Transactions,
    private readonly clock: WallClock,
  ) {}

  /** Skips those whose claim another instance has taken over. */
  write(attempts: readonly Attempted[]): Promise<void> {
    return this.transactions.run(async (transaction) => {
      const deliveries = this.deliveries.within(transaction);
      const locked = await deliveries.lockAll(attempts.map(({ delivery }) => delivery.id));
      const claims = new Map(locked.map(({ id, claim }) => [id, claim]));
      const ours = attempts.filter(({ delivery: { id, claim } }) => claims.get(id) === claim);
      if (ours.length === 0) return;
      await deliveries.insertAttempts(ours.map(toAttempt));
      await this.moveOn(deliveries, ours);
      await this.noteHealth(transaction, ours);
    });
  }

  private async moveOn(deliveries: DeliveriesRepository, attempts: readonly Attempted[]): Promise<void> {
    const now = this.clock.now();
    const [delivered, failed]: number[][] = [[], []];
    for (const { delivery, outcome } of attempts) {
      const wait = isSuccess(outcome) ? undefined : this.waitOf(delivery.type, delivery.tries + 1, outcome, now);
      if (isSuccess(outcome)) delivered.push(delivery.id);
      else if (wait === undefined) failed.push(delivery.id);
      else await deliveries.retryAt(delivery.id, now + wait, delivery.tries + 1);
    }
    if (delivered.length > 0) await deliveries.end(delivered, 'delivered', now);
    if (failed.length > 0) await deliveries.end(failed, 'failed', now);
  }

  private waitOf(type: string, tries: number, outcome: PostOutcome | undefined, now: number): number | undefined {
    if (outcome === undefined || outcome.status === GONE || type === TEST_TYPE) return undefined;
    return waitAfter({ tries, ...outcome }, now);
  }

  /** By ascending id, the order in which all transactions lock webhooks. Tests don't count. */
  private async noteHealth(transaction: EntityManager, attempts: readonly Attempted[]): Promise<void> {
    const webhooks = this.webhooks.within(transaction);
    const sent = attempts.filter(({ delivery, outcome }) => outcome && delivery.type !== TEST_TYPE);
    const ids = [...new Set(sent.map(({ delivery }) => delivery.webhookId))];
    for (const webhook of await webhooks.findAll(ids)) {
      const { id } = webhook;
      const own = sent.filter(({ delivery }) => delivery.webhookId === id);
      const success = own.findLast(({ outcome }) => isSuccess(outcome));
      if (own.some(({ outcome }) => outcome?.status === GONE)) await this.disabling.disable(transaction, id, 'gone');
      else if (success) {
        const isNoted = webhook.failingSince === null && success.at - (webhook.succeededAt ?? 0) < NOTED_EVERY_MS;
        if (!isNoted) await webhooks.update(id, { failingSince: null, succeededAt: success.at });
      } else if (webhook.failingSince === null) await webhooks.update(id, { failingSince: own[0].at });
    }
  }
}

function toAttempt({ delivery, at, outcome }: Attempted): Omit<Attempt, 'id'> {
  const note = outcome ? outcome.note : NOT_KEPT;
  return {
    deliveryId: delivery.id,
    at,
    milliseconds: outcome?.milliseconds ?? 0,
    status: outcome?.status ?? null,
    note: note?.slice(0, NOTE_LENGTH) ?? null,
    answer: outcome?.text ? outcome.text : null,
  };
}
