import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Request } from 'express';
import { GroupCommit } from '../../platform/database/group-commit/group-commit';
import { Metrics } from '../../platform/metrics/metrics';
import { isGone } from '../link-limits';
import { linkKey, linkNameKey } from '../link-name';
import { LinksRepository } from '../links.repository';
import { FactsReader } from '../visits/visit-facts';
import { type Answer, gone, PREVIEW, UNKNOWN, type Visit } from './visit';
import { VisitBatch } from './visit-batch';

/** Follows links. */
@Injectable()
export class RedirectsService implements OnApplicationShutdown {
  private readonly visits: GroupCommit<Visit, Answer>;

  constructor(
    private readonly links: LinksRepository,
    private readonly facts: FactsReader,
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
  async visit(name: string, request: Request): Promise<Answer> {
    const nameKey = linkNameKey(name);
    if (nameKey === undefined) return UNKNOWN;
    const answer = await this.visits.submit({
      nameKey: linkKey(nameKey, request.linkDomain?.host),
      facts: await this.facts.read(request),
      isBot: () => this.facts.isBot(request),
    });
    if (answer.is === 'redirect') this.metrics.countVisit();
    return answer;
  }

  /** What a HEAD request is answered: it isn't counted, so it doesn't learn the target of a link with a limit. */
  async preview(name: string, { linkDomain }: Request): Promise<Answer> {
    const nameKey = linkNameKey(name);
    const link = nameKey === undefined ? null : await this.links.findByName(linkKey(nameKey, linkDomain?.host));
    if (!link) return UNKNOWN;
    if (isGone(link, link.count, Date.now())) return gone(link);
    return link.maxVisits === null ? { is: 'redirect', link } : PREVIEW;
  }

  onApplicationShutdown(): Promise<void> {
    return this.visits.drain();
  }
}
