import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Metrics, unlessAway } from '../../platform/metrics/metrics';
import { WallClock } from '../../platform/jobs/wall-clock';
import { MailsRepository } from '../outbox/mails.repository';
import type { SmtpOutcome } from './smtp';

/** No label holds an address. */
@Injectable()
export class MailMetrics {
  private readonly attempts = new Counter({
    name: 'keylink_mail_attempts_total',
    help: 'Attempts to send emails by this instance, by outcome: sent, refused (for good), later (tried again).',
    labelNames: ['outcome'] as const,
    registers: [],
  });

  constructor({ registry }: Metrics, mails: MailsRepository, clock: WallClock) {
    registry.registerMetric(this.attempts);
    registry.registerMetric(
      new Gauge({
        name: 'keylink_mail_oldest_unsent_seconds',
        aggregator: 'max',
        help: 'How long the oldest email that waits to be sent has waited; 0 if none waits.',
        registers: [],
        async collect() {
          await unlessAway(async () => {
            const oldest = await mails.findOldestPending();
            this.set(oldest === undefined ? 0 : Math.max(0, clock.now() - oldest) / 1000);
          });
        },
      }),
    );
    for (const state of ['pending', 'failed'] as const)
      registry.registerMetric(
        new Gauge({
          name: `keylink_mails_${state}`,
          aggregator: 'max',
          help:
            state === 'pending'
              ? 'Emails that wait to be sent.'
              : 'Emails that failed and were not sent again; up to 10,000 are counted.',
          registers: [],
          async collect() {
            await unlessAway(async () => this.set(await mails.count(state)));
          },
        }),
      );
  }

  count({ result }: SmtpOutcome): void {
    this.attempts.inc({ outcome: result });
  }
}
