import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Metrics, unlessAway } from '../../platform/metrics/metrics';
import { SourcesRepository } from '../sources/sources.repository';
import { UNDONE, InboxRepository } from './inbox.repository';

/** No label contains a name or a buyer's id. */
@Injectable()
export class InboxMetrics {
  constructor({ registry }: Metrics, inbox: InboxRepository, sources: SourcesRepository) {
    registry.registerMetric(
      new Gauge({
        name: 'keylink_sales_oldest_undone_seconds',
        aggregator: 'max',
        help: 'How long ago the oldest message of a shop came that is not done yet; 0 if all are.',
        registers: [],
        async collect() {
          await unlessAway(async () => {
            const oldest = await inbox.findOldestUnfinished();
            this.set(oldest === undefined ? 0 : Math.max(0, Date.now() - oldest) / 1000);
          });
        },
      }),
    );
    registry.registerMetric(
      new Gauge({
        name: 'keylink_sales_undone',
        aggregator: 'max',
        help: 'Messages of shops that wait for somebody, failed or were refused, by source and state.',
        labelNames: ['source', 'state'] as const,
        registers: [],
        async collect() {
          await unlessAway(async () => {
            for (const { id } of await sources.findActive())
              for (const state of UNDONE) this.set({ source: String(id), state }, await inbox.countOf(id, state));
          });
        },
      }),
    );
  }
}
