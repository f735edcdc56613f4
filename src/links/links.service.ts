import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { Actor } from '../audit/actor';
import { recordChange } from '../audit/record-change';
import { databaseFault } from '../database/database-errors';
import { GroupCommit } from '../database/group-commit';
import { lockingRead } from '../database/locking-read';
import { inTransaction } from '../database/transaction';
import { badRequest, conflict, notFound } from '../http/errors';
import { Metrics } from '../metrics/metrics';
import type { CreateLinkDto } from './dto/create-link.dto';
import type { LinkDto } from './dto/link.dto';
import { Link } from './link.entity';
import { linkNameKey, requireLinkNameKey } from './link-name';
import { checkLinkUrl, linkUrlHash } from './link-url';
import { VisitBatch } from './visit-batch';

/** Interface, operation 10. */
export const LINK_NOT_FOUND = 'Link not found from name or url.';
/** Decisions, section 7: deletion. */
export const NO_SUCH_LINK = 'The specified link was not found.';

@Injectable()
export class LinksService implements OnApplicationShutdown {
  private readonly visits: GroupCommit<string, string | undefined>;

  constructor(
    @InjectRepository(Link) private readonly links: Repository<Link>,
    batch: VisitBatch,
    private readonly metrics: Metrics,
  ) {
    this.visits = new GroupCommit((nameKeys) => batch.commit(nameKeys), {
      concurrency: batch.concurrency,
      observer: metrics.commitObserver('visits'),
    });
  }

  /**
   * Creates a link, or returns the existing one when it has the same name and URL already.
   * @param ownOrigin the service's own public address
   * @throws {ApiError} 400 for a name or URL that can't be used, 409 when the name leads elsewhere
   */
  async create({ name, url }: CreateLinkDto, actor: Actor, ownOrigin: string): Promise<LinkDto> {
    const nameKey = requireLinkNameKey(name);
    checkLinkUrl(url, ownOrigin);
    const entity = {
      name,
      nameKey,
      url,
      urlHash: linkUrlHash(url),
      count: 0,
      creator: actor.name,
      creatorID: String(actor.apiKeyId),
      createdAt: Date.now(),
      expiresAt: null,
      maxVisits: null,
    };
    try {
      return await inTransaction(this.links.manager.dataSource, async (manager) => {
        const { identifiers } = await manager.insert(Link, entity);
        const link = toLinkDto({ ...entity, id: identifiers[0].id as number });
        await recordChange(manager, actor, { action: 'create', targetType: 'link', targetId: link.id, after: link });
        return link;
      });
    } catch (error) {
      if (databaseFault(error) !== 'duplicate') throw error;
      const existing = await this.links.findOneBy({ nameKey });
      if (existing?.url === url) return toLinkDto(existing);
      throw conflict(`The name "${name}" is taken by a link to another URL.`);
    }
  }

  /**
   * The link of that name, or else the oldest one to exactly that URL.
   * @throws {ApiError} 404 when there is none (interface, operation 10)
   */
  async get(nameOrUrl: string): Promise<LinkDto> {
    const nameKey = linkNameKey(nameOrUrl);
    const link =
      (nameKey !== undefined && (await this.links.findOneBy({ nameKey }))) ||
      (await this.links.findOne({ where: { urlHash: linkUrlHash(nameOrUrl) }, order: { id: 'ASC' } }));
    if (!link) throw notFound(LINK_NOT_FOUND);
    return toLinkDto(link);
  }

  /**
   * Deletes a link by its record id.
   * @returns the link as it last was
   * @throws {ApiError} 400 when there is no such link (decisions, section 7)
   */
  async delete(id: string, actor: Actor): Promise<LinkDto> {
    const numericId = /^[0-9]+$/.test(id) ? Number(id) : 0;
    if (numericId === 0 || !Number.isSafeInteger(numericId)) throw badRequest(NO_SUCH_LINK);
    return inTransaction(this.links.manager.dataSource, async (manager) => {
      const link = await manager.findOne(Link, { where: { id: numericId }, ...lockingRead(manager) });
      if (!link) throw badRequest(NO_SUCH_LINK);
      await manager.delete(Link, { id: link.id });
      const before = toLinkDto(link);
      await recordChange(manager, actor, { action: 'delete', targetType: 'link', targetId: link.id, before });
      return before;
    });
  }

  /** The URL that a name leads to, once the visit is counted on disk; undefined for an unknown name. */
  async visit(name: string): Promise<string | undefined> {
    const nameKey = linkNameKey(name);
    const url = nameKey === undefined ? undefined : await this.visits.submit(nameKey);
    if (url !== undefined) this.metrics.countVisit();
    return url;
  }

  onApplicationShutdown(): Promise<void> {
    return this.visits.drain();
  }

  /** The URL that a name leads to, without counting; undefined for an unknown name. */
  async findUrl(name: string): Promise<string | undefined> {
    const nameKey = linkNameKey(name);
    if (nameKey === undefined) return undefined;
    return (await this.links.findOne({ select: { url: true }, where: { nameKey } }))?.url;
  }
}

/** The documented fields in the documented order (interface, Link). */
function toLinkDto(entity: Link): LinkDto {
  return {
    id: entity.id,
    name: entity.name,
    url: entity.url,
    count: entity.count,
    creator: entity.creator,
    creatorID: entity.creatorID,
    createdAt: String(entity.createdAt),
  };
}
