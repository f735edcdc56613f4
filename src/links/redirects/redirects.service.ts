import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isGivenUp } from '../../platform/concurrency/given-up';
import { GroupCommit } from '../../platform/database/group-commit/group-commit';
import { Metrics } from '../../platform/metrics/metrics';
import { isGone } from '../link-limits';
import { linkKey, linkNameKey } from '../link-name';
import { LinksRepository } from '../links.repository';
import type { Link } from '../link.entity';
import { FactsReader, type VisitFacts } from '../visits/visit-facts';
import { VisitOrder } from '../visits/visit-order';
import { LinkPasswords } from '../passwords/link-passwords';
import { type Answer, gone, LOCKED, preview, UNKNOWN, type Visit } from './visit';
import { VisitBatch } from './visit-batch';

/** Follows links. */
@Injectable()
export class RedirectsService implements OnApplicationShutdown {
  private readonly visits: GroupCommit<Visit, Answer>;

  constructor(
    private readonly links: LinksRepository,
    private readonly facts: FactsReader,
    private readonly passwords: LinkPasswords,
    private readonly order: VisitOrder,
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
    return this.submit(linkKey(nameKey, request.linkDomain?.host), request, await this.facts.read(request), null);
  }

  /**
   * A visit with a typed password; `referrer` is the host of the page that contains the link. @throws {ApiError} 403, 429
   * or 503, as `LinkPasswords`
   */
  async unlock(
    name: string,
    request: Request,
    response: Response,
    { typed, referrer }: { readonly typed: unknown; readonly referrer: string },
  ): Promise<Answer | { readonly is: 'open' }> {
    const link = await this.find(name, request);
    if (!link) return UNKNOWN;
    if (isGone(link, link.count, Date.now())) return gone(link);
    const { id, nameKey, passwordHash } = link;
    if (passwordHash === null) return { is: 'open' };
    await this.passwords.require(id, passwordHash, typed, request.clientAddress, () => isGivenUp(response));
    // The password may change meanwhile: the batch compares the hash again.
    return this.submit(nameKey, request, await this.facts.read(request, referrer), passwordHash);
  }

  /** The answer to a HEAD request. It isn't counted, so it doesn't reveal the target of a link with a limit or a card. */
  async preview(name: string, request: Request): Promise<Answer> {
    const link = await this.find(name, request);
    if (!link) return UNKNOWN;
    if (isGone(link, link.count, Date.now())) return gone(link);
    if (link.passwordHash !== null) return LOCKED;
    return link.maxVisits === null && link.card === null ? { is: 'redirect', link } : preview(link);
  }

  onApplicationShutdown(): Promise<void> {
    return this.visits.drain();
  }

  private async submit(
    nameKey: string,
    request: Request,
    facts: VisitFacts | undefined,
    passwordHash: string | null,
  ): Promise<Answer> {
    const isBot = (): boolean => this.facts.isBot(request);
    const answer = await this.visits.submit({ nameKey, facts, passwordHash, isBot }, request.trace);
    if (answer.is === 'redirect') {
      this.metrics.countVisit();
      this.order.note(answer.link.id);
    }
    return answer;
  }

  private async find(name: string, { linkDomain }: Request): Promise<Link | null> {
    const nameKey = linkNameKey(name);
    return nameKey === undefined ? null : this.links.findByName(linkKey(nameKey, linkDomain?.host));
  }
}
