import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/audit/actor';
import type { Change } from '../access/audit/change';
import { ChangeLog } from '../access/audit/change-log';
import type { Place } from '../platform/database/ordered-search';
import type { Found } from '../platform/database/search';
import { Transactions } from '../platform/database/transactions';
import type { Problem } from '../platform/errors/error-codes';
import { badRequest, notFound } from '../platform/errors/errors';
import { givenValues } from '../platform/fields/records';
import { firstPageInOrder, type Page } from '../platform/http/answers/paging';
import { SearchWordsRepository } from '../platform/search-index/search-words.repository';
import { KINDS } from '../platform/search-index/worded';
import { readPlace } from '../platform/validation/order';
import type { IfMatch } from '../platform/preconditions/if-match';
import type { LinkDto } from './dto/link.dto';
import type { ListLinksDto } from './dto/list-links.dto';
import type { UpdateLinkDto } from './dto/update-link.dto';
import { LINK_FIELDS } from './link-fields';
import { DomainHosts } from './domains/domain-hosts';
import { canonicalHost } from './domains/host-name';
import { linkKey, linkNameKey } from './link-name';
import { linkWords } from './link-words';
import { LINK_ORDERS, placeIn } from './link-order';
import { checkTargets, linkUrlHash } from './link-url';
import { LinkEnds } from './ends/link-ends';
import type { LinkChanges } from './link-changes';
import type { Link } from './link.entity';
import { LinksRepository } from './links.repository';
import { LinkPasswords, OPEN, type Protection } from './passwords/link-passwords';
import { VisitSumsRepository } from './visits/visit-sums.repository';
import { LINK_TAGS, type ShownLink, toLinkDto } from './to-link-dto';

export const LINK_NOT_FOUND: Problem<'link.notFound'> = {
  code: 'link.notFound',
  message: 'Link not found from name or url.',
};
export const NO_SUCH_LINK: Problem<'link.notFound'> = {
  code: 'link.notFound',
  message: 'The specified link was not found.',
};

@Injectable()
export class LinksService {
  constructor(
    private readonly links: LinksRepository,
    private readonly changeLog: ChangeLog,
    private readonly words: SearchWordsRepository,
    private readonly visitSums: VisitSumsRepository,
    private readonly domains: DomainHosts,
    private readonly passwords: LinkPasswords,
    private readonly ends: LinkEnds,
    private readonly transactions: Transactions,
  ) {}

  /**
   * By name, or else the oldest link to that URL.
   * @param domain where to look; the service's own address by default, for a URL everywhere
   * @throws {ApiError} 404 if there is none
   */
  async get(nameOrUrl: string, domain?: string): Promise<LinkDto> {
    const host = domain === undefined ? undefined : canonicalHost(domain);
    if (domain !== undefined && host === undefined) throw notFound(LINK_NOT_FOUND);
    const nameKey = linkNameKey(nameOrUrl);
    const named = nameKey === undefined ? null : await this.links.findByName(linkKey(nameKey, host));
    const link = named ?? (await this.links.findOldestTo(nameOrUrl, host));
    if (!link) throw notFound(LINK_NOT_FOUND);
    return toLinkDto(link);
  }

  /** In the requested order, read on demand. */
  pages({ order = 'oldest', ...query }: ListLinksDto): AsyncGenerator<LinkDto[]> {
    const by = LINK_ORDERS[order];
    return dtosOf(this.links.searchAll(query, by, readPlace(query, by)));
  }

  /** In the requested order, fewer when time runs out; `next` is where the next page begins. */
  getPage(
    { order = 'oldest', ...query }: ListLinksDto,
    limit: number,
    isLate: () => boolean,
  ): Promise<Page<LinkDto, Place>> {
    const by = LINK_ORDERS[order];
    const found = this.links.searchPage(query, by, readPlace(query, by), limit + 1);
    return firstPageInOrder(found, limit, toLinkDto, isLate, (link) => placeIn(order, link));
  }

  /**
   * @param mayRead if false, even an empty change is audited, since the answer shows the link
   * @throws {ApiError} 400 for an unknown link or an unusable URL
   */
  async update(
    id: string,
    body: UpdateLinkDto,
    actor: Actor,
    ownAddress: string,
    mayRead: boolean,
    ifMatch?: IfMatch,
  ): Promise<LinkDto> {
    checkTargets(body, ownAddress, this.domains);
    const { url, password, ...limits } = body;
    const given = givenValues(LINK_FIELDS, 'update', limits);
    // Before the transaction, because hashing is slow.
    const protection = await this.protectionOf(password);
    return this.transactions.run(async (transaction) => {
      const links = this.links.within(transaction);
      const link = await getForChange(links, id);
      const urlHash = url === undefined ? link.urlHash : linkUrlHash(url);
      const changes = { ...given, ...protection, url: url ?? link.url, urlHash };
      const [before, after] = [toLinkDto(link), toLinkDto(Object.assign({}, link, changes))];
      LINK_TAGS.require(ifMatch, [before]);
      if (!mayRead || [url, password, ...Object.values(given)].some((value) => value !== undefined)) {
        if (before.expiresAt !== after.expiresAt) await this.ends.tellPassed(transaction, link);
        await links.update(link.id, changes);
        await this.words.within(transaction).change([linkWords(link)], [linkWords(Object.assign({}, link, changes))]);
        const update = { targetId: link.id, before, after };
        // States don't show that a password was replaced.
        const isReplaced = link.passwordHash !== null && protection.passwordHash;
        const evenIfEqual = isReplaced ? 'told' : mayRead ? undefined : 'audited';
        await this.record(transaction, actor, [
          { action: 'update', ...update, evenIfEqual },
          ...(isReplaced ? [{ action: 'rotate', ...update } as const] : []),
        ]);
      }
      return after;
    });
  }

  /** @returns the link as it last was @throws {ApiError} 400 for an unknown link */
  async delete(id: string, actor: Actor, ifMatch?: IfMatch): Promise<LinkDto> {
    return this.transactions.run(async (transaction) => {
      const links = this.links.within(transaction);
      const link = await getForChange(links, id);
      const before = toLinkDto(link);
      LINK_TAGS.require(ifMatch, [before]);
      await this.ends.tellPassed(transaction, link);
      await links.delete(link.id);
      await this.visitSums.within(transaction).deleteOf(link.id);
      await this.words.within(transaction).deleteAll([KINDS.link], [link.id]);
      await this.record(transaction, actor, [{ action: 'delete', targetId: link.id, before }]);
      return before;
    });
  }

  private async protectionOf(password: string | null | undefined): Promise<Partial<Protection>> {
    if (password === undefined) return {};
    return password === null ? OPEN : this.passwords.protect(password);
  }

  private record(
    transaction: EntityManager,
    actor: Actor,
    changes: readonly Omit<Change, 'targetType'>[],
  ): Promise<void> {
    const ofLink = changes.map((change) => Object.assign(change, { targetType: 'link' } as const));
    return this.changeLog.within(transaction).append(actor, ofLink);
  }
}

async function* dtosOf(found: AsyncGenerator<Found<ShownLink, Place>>): AsyncGenerator<LinkDto[]> {
  for await (const { items } of found) yield items.map(toLinkDto);
}

async function getForChange(links: LinkChanges, id: string): Promise<Link> {
  const numericId = /^[0-9]+$/.test(id) ? Number(id) : 0;
  // An id above 2^53-1 would be rounded to another.
  const link = numericId === 0 || !Number.isSafeInteger(numericId) ? null : await links.lock(numericId);
  if (!link) throw badRequest(NO_SUCH_LINK);
  return link;
}
