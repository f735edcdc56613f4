import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/audit/actor';
import type { Change } from '../access/audit/change';
import { AuditRecordsRepository } from '../access/audit/audit-records.repository';
import { GroupCommit } from '../platform/database/group-commit/group-commit';
import { Transactions } from '../platform/database/transactions';
import type { Problem } from '../platform/errors/error-codes';
import { badRequest, notFound } from '../platform/errors/errors';
import { firstPage, type Page } from '../platform/http/answers/paging';
import { Metrics } from '../platform/metrics/metrics';
import type { LinkDto } from './dto/link.dto';
import type { UpdateLinkDto } from './dto/update-link.dto';
import { type Destination, isGone, GONE } from './link-limits';
import { linkNameKey } from './link-name';
import type { LinkFilter } from './link-search';
import { checkLinkUrl, linkUrlHash } from './link-url';
import type { LinkChanges } from './link-changes';
import type { Link } from './link.entity';
import { LinksRepository } from './links.repository';
import { toLinkDto } from './to-link-dto';
import { VisitBatch } from './visit-batch';

/** Interface, operation 10. */
export const LINK_NOT_FOUND: Problem<'link.notFound'> = {
  code: 'link.notFound',
  message: 'Link not found from name or url.',
};
/** Decisions, section 7: deletion. */
export const NO_SUCH_LINK: Problem<'link.notFound'> = {
  code: 'link.notFound',
  message: 'The specified link was not found.',
};

/** Short links that exist: reads, changes and deletes them, and counts their visits. `LinkCreationService` makes them. */
@Injectable()
export class LinksService implements OnApplicationShutdown {
  private readonly visits: GroupCommit<string, Destination>;

  constructor(
    private readonly links: LinksRepository,
    private readonly audit: AuditRecordsRepository,
    private readonly transactions: Transactions,
    batch: VisitBatch,
    private readonly metrics: Metrics,
  ) {
    this.visits = new GroupCommit((nameKeys) => batch.commit(nameKeys), {
      concurrency: batch.concurrency,
      observer: metrics.commitObserver('visits'),
      holdable: { nameOf: (nameKey) => nameKey, commitFree: (nameKeys) => batch.commitFree(nameKeys) },
    });
  }

  /**
   * The link of that name, or else the oldest one to exactly that URL.
   * @throws {ApiError} 404 when there is none (interface, operation 10)
   */
  async get(nameOrUrl: string): Promise<LinkDto> {
    const nameKey = linkNameKey(nameOrUrl);
    const named = nameKey === undefined ? null : await this.links.findByName(nameKey);
    const link = named ?? (await this.links.findOldestTo(nameOrUrl));
    if (!link) throw notFound(LINK_NOT_FOUND);
    return toLinkDto(link);
  }

  /** All matching links by ascending id, some at a time; the next are read when they are asked for. */
  async *pages(filter: LinkFilter): AsyncGenerator<LinkDto[]> {
    for await (const { items } of this.links.searchAll(filter)) yield items.map(toLinkDto);
  }

  /** At most `limit` matching links by ascending id, fewer when it gets late; `next` is where the following page takes up. */
  getPage(filter: LinkFilter, limit: number, isLate: () => boolean): Promise<Page<LinkDto>> {
    return firstPage(this.links.searchPage(filter, limit + 1), limit, toLinkDto, isLate);
  }

  /**
   * Changes the given fields and no others; the count goes on.
   * @param ownAddress the service's own public address
   * @param mayRead whether the caller may read links anyway: if not, even an empty change is audited, since it answers the link
   * @throws {ApiError} 400 when there is no such link, or for a URL that can't be used
   */
  async update(
    id: string,
    { url, expiresAt, maxVisits }: UpdateLinkDto,
    actor: Actor,
    ownAddress: string,
    mayRead: boolean,
  ): Promise<LinkDto> {
    if (url !== undefined) checkLinkUrl(url, ownAddress);
    return this.transactions.run(async (transaction) => {
      const links = this.links.within(transaction);
      const link = await getForChange(links, id);
      const changes = {
        url: url ?? link.url,
        urlHash: url === undefined ? link.urlHash : linkUrlHash(url),
        expiresAt: expiresAt === undefined ? link.expiresAt : expiresAt || null,
        maxVisits: maxVisits === undefined ? link.maxVisits : maxVisits || null,
      };
      const [before, after] = [toLinkDto(link), toLinkDto(Object.assign({}, link, changes))];
      if (!mayRead || url !== undefined || expiresAt !== undefined || maxVisits !== undefined) {
        await links.update(link.id, changes);
        await this.record(transaction, actor, { action: 'update', targetId: link.id, before, after });
      }
      return after;
    });
  }

  /**
   * Deletes a link by its record id.
   * @returns the link as it last was
   * @throws {ApiError} 400 when there is no such link (decisions, section 7)
   */
  async delete(id: string, actor: Actor): Promise<LinkDto> {
    return this.transactions.run(async (transaction) => {
      const links = this.links.within(transaction);
      const link = await getForChange(links, id);
      await links.delete(link.id);
      const before = toLinkDto(link);
      await this.record(transaction, actor, { action: 'delete', targetId: link.id, before });
      return before;
    });
  }

  /** Where a name leads, once the visit is counted on disk. */
  async visit(name: string): Promise<Destination> {
    const nameKey = linkNameKey(name);
    const destination = nameKey === undefined ? undefined : await this.visits.submit(nameKey);
    if (typeof destination === 'string') this.metrics.countVisit();
    return destination;
  }

  /** Where a visit of a name would lead; it isn't counted. */
  async findDestination(name: string): Promise<Destination> {
    const nameKey = linkNameKey(name);
    const link = nameKey === undefined ? null : await this.links.findByName(nameKey);
    if (!link) return undefined;
    return isGone(link, link.count, Date.now()) ? GONE : link.url;
  }

  private record(transaction: EntityManager, actor: Actor, change: Omit<Change, 'targetType'>): Promise<void> {
    return this.audit.within(transaction).append(actor, [{ targetType: 'link', ...change }]);
  }

  onApplicationShutdown(): Promise<void> {
    return this.visits.drain();
  }
}

async function getForChange(links: LinkChanges, id: string): Promise<Link> {
  const numericId = /^[0-9]+$/.test(id) ? Number(id) : 0;
  // Record ids begin with 1, and one past 2^53-1 would be rounded to another.
  const link = numericId === 0 || !Number.isSafeInteger(numericId) ? null : await links.lock(numericId);
  if (!link) throw badRequest(NO_SUCH_LINK);
  return link;
}
