import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/audit/actor';
import type { NamesIn } from '../platform/fields/field';
import { DomainsRepository } from './domains/domains.repository';
import { invalidField } from '../platform/errors/errors';
import { ChangeLog } from '../access/audit/change-log';
import { SearchWordsRepository } from '../platform/search-index/search-words.repository';
import type { LINK_FIELDS } from './link-fields';
import { linkWords } from './link-words';
import type { InsertedLink } from './link-changes';
import type { Link } from './link.entity';
import { LinksRepository } from './links.repository';
import { type ShownLink, toLinkDto } from './to-link-dto';

export type NewLink = Pick<Link, 'name' | 'url' | 'hasPassword' | NamesIn<typeof LINK_FIELDS, 'create'>> &
  Pick<InsertedLink, 'passwordHash'>;

export function beginningsOf(actor: Actor): Pick<Link, 'count' | 'creator' | 'creatorID' | 'createdAt'> {
  return { count: 0, creator: actor.name, creatorID: String(actor.apiKeyId ?? 0), createdAt: Date.now() };
}

export const noDomain = (host: string): string =>
  `domain "${host.slice(0, 126)}" is unknown; create it first, with POST /api/domains.`;

@Injectable()
export class LinkInsertion {
  constructor(
    private readonly links: LinksRepository,
    private readonly changeLog: ChangeLog,
    private readonly words: SearchWordsRepository,
    private readonly domains: DomainsRepository,
  ) {}

  /** @throws {ApiError} 400 for an unknown domain @throws {Error} 'duplicate' (`databaseFault`) if the name is taken */
  async insert(transaction: EntityManager, actor: Actor, values: NewLink): Promise<Link> {
    const [link] = await this.insertAll(transaction, actor, [{ ...values, ...beginningsOf(actor) }]);
    return link;
  }

  /** In one statement; ids ascend in the given order. @throws as `insert` */
  async insertAll(transaction: EntityManager, actor: Actor, links: readonly InsertedLink[]): Promise<Link[]> {
    await this.holdDomains(transaction, links);
    const inserted = await this.links.within(transaction).insert(links);
    await this.changeLog.within(transaction).append(
      actor,
      inserted.map((link) => ({ action: 'create', targetType: 'link', targetId: link.id, after: toLinkDto(link) })),
      this.words.insertions(inserted.map(linkWords)),
    );
    return inserted;
  }

  private async holdDomains(transaction: EntityManager, links: readonly Pick<ShownLink, 'domain'>[]): Promise<void> {
    const hosts = [...new Set(links.flatMap(({ domain }) => domain ?? []))];
    if (hosts.length === 0) return;
    const held = await this.domains.within(transaction).hold(hosts);
    const missing = hosts.find((host) => !held.has(host));
    if (missing !== undefined) throw invalidField(noDomain(missing));
  }
}
