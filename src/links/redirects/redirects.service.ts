import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { GroupCommit } from '../../platform/database/group-commit/group-commit';
import { Metrics } from '../../platform/metrics/metrics';
import { isGone } from '../link-limits';
import { linkNameKey } from '../link-name';
import { LinksRepository } from '../links.repository';
import { type Answer, GONE, UNKNOWN, type Visit } from './visit';
import { VisitBatch } from './visit-batch';

/** Follows links. */
@Injectable()
export class RedirectsService implements OnApplicationShutdown {
  private readonly visits: GroupCommit<Visit, Answer>;

  constructor(
    private readonly links: LinksRepository,
    batch: VisitBatch,
    private readonly metrics: Metrics,
  ) {
    this.visits = new GroupCommit((visits) => batch.commit(visits), {
      concurrency: batch.concurrency,
      observer: metrics.commitObserver('visits'),
      holdable: { nameOf: ({ nameKey }) => nameKey, commitFree: (visits) => batch.commitFree(visits) },
    });
  }

  /** Resolves once the visit is on disk. */
  async visit(name: string): Promise<Answer> {
    const nameKey = linkNameKey(name);
    if (nameKey === undefined) return UNKNOWN;
    const answer = await this.visits.submit({ nameKey });
    if (answer.is === 'redirect') this.metrics.countVisit();
    return answer;
  }

  /** What a visit would be answered, without counting one. */
  async preview(name: string): Promise<Answer> {
    const nameKey = linkNameKey(name);
    const link = nameKey === undefined ? null : await this.links.findByName(nameKey);
    if (!link) return UNKNOWN;
    return isGone(link, link.count, Date.now()) ? GONE : { is: 'redirect', url: link.url };
  }

  onApplicationShutdown(): Promise<void> {
    return this.visits.drain();
  }
}
