import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Metrics, unlessAway } from '../../../platform/metrics/metrics';
import { WebhooksRepository } from '../webhooks.repository';
import { isSuccess } from './attempt-results';
import type { Attempted } from './delivery-attempt';
import { DeliveriesRepository } from './deliveries.repository';
import { WallClock } from '../../../platform/jobs/wall-clock';

/** No label contains a URL or a name. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts = new Counter({
    name: 'keylink_webhook_attempts_total',
    help: 'Attempts to send events to webhooks by this instance, by outcome: success, refused (another status), failed (no answer).',
    labelNames: ['outcome'] as const,
    registers: [],
  });

  constructor({ registry }: Metrics, webhooks: WebhooksRepository, deliveries: DeliveriesRepository, clock: WallClock) {
    registry.registerMetric(this.attempts);
    registry.registerMetric(
      new Gauge({
        name: 'keylink_webhook_oldest_undelivered_seconds',
        aggregator: 'max',
        help: 'How long the oldest event that waits for an active webhook has waited; 0 if none waits.',
        registers: [],
        async collect() {
          await unlessAway(async () => {
            const active = await webhooks.findActive();
            const oldest = await deliveries.findOldestUnended(active.map(({ id }) => id));
            this.set(oldest === undefined ? 0 : Math.max(0, clock.now() - oldest) / 1000);
          });
        },
      }),
    );
    registry.registerMetric(
      new Gauge({
        name: 'keylink_webhooks_disabled',
        aggregator: 'max',
        help: 'Webhooks that the service switched off, because nothing reached them or they are gone.',
        registers: [],
        async collect() {
          await unlessAway(async () => this.set(await webhooks.countDisabled()));
        },
      }),
    );
  }

  count({ outcome }: Attempted): void {
    const refusal = outcome?.status === undefined ? 'failed' : 'refused';
    this.attempts.inc({ outcome: isSuccess(outcome) ? 'success' : refusal });
  }
}
