import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CallingActor } from '../access/audit/actor';
import { databaseFault } from '../platform/database/database-errors';
import { Transactions } from '../platform/database/transactions';
import type { Problem } from '../platform/errors/error-codes';
import { conflict, unavailable } from '../platform/errors/errors';
import { type Creation, IdempotencyService } from '../access/idempotency/idempotency.service';
import type { CreateShortLinkDto } from './dto/create-short-link.dto';
import type { LinkDto } from './dto/link.dto';
import { LinkInsertion, type NewLink } from './link-insertion';
import { isKeptName, requireLinkNameKey, reservedName } from './link-name';
import { checkLinkUrl } from './link-url';
import type { Link } from './link.entity';
import { LinksRepository } from './links.repository';
import { randomLinkName } from './random-name';
import { toLinkDto } from './to-link-dto';

/** How often a random name, or one that was freed just now, is tried. */
const ATTEMPTS = 5;

/** Creates links. The unique index alone decides whose a name is. */
@Injectable()
export class LinkCreationService {
  constructor(
    private readonly links: LinksRepository,
    private readonly insertion: LinkInsertion,
    private readonly transactions: Transactions,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Creates a link: under the name that is asked for, or else under a random one. A link that has that name, the URL and
   * the limits already, as far as they are asked for, is returned instead.
   * @param ownAddress the service's own public address
   * @param idempotencyKey makes the creation repeatable: the same again returns what was created before
   * @throws {ApiError} 400 for a name or URL that can't be used; 409 when the name is another link's, or the idempotency
   *   key came before with another body
   */
  async create(
    { name, url, expiresAt, maxVisits }: CreateShortLinkDto,
    actor: CallingActor,
    ownAddress: string,
    idempotencyKey?: string,
  ): Promise<{ link: LinkDto; created: boolean }> {
    const nameKey = name === undefined ? undefined : requireLinkNameKey(name);
    checkLinkUrl(url, ownAddress);
    if (nameKey !== undefined && isKeptName(nameKey))
      return this.findKept(nameKey, { name, url, expiresAt, maxVisits });
    const meaning = { link: { name, url, expiresAt: expiresAt || undefined, maxVisits } };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const values = {
        name: name ?? randomLinkName(),
        url,
        expiresAt: expiresAt || null,
        maxVisits: maxVisits ?? null,
      };
      const creation = await this.insert(values, actor, idempotencyKey, meaning);
      if (creation) return { link: toLinkDto(creation.entities[0]), created: creation.created };
      const existing = nameKey === undefined ? null : await this.links.findByName(nameKey);
      if (!existing) continue;
      requireSame(existing, { name: values.name, url, expiresAt, maxVisits });
      return { link: toLinkDto(existing), created: false };
    }
    throw unavailable();
  }

  /** A link that has had its name since before the name was reserved. */
  private async findKept(nameKey: string, wanted: CreateShortLinkDto): Promise<{ link: LinkDto; created: boolean }> {
    const existing = await this.links.findByName(nameKey);
    if (!existing) throw reservedName(wanted.name!);
    requireSame(existing, wanted);
    return { link: toLinkDto(existing), created: false };
  }

  /** @returns undefined when the name is taken */
  private async insert(
    values: NewLink,
    actor: CallingActor,
    idempotencyKey: string | undefined,
    meaning: object,
  ): Promise<Creation<Link> | undefined> {
    const insert = async (transaction: EntityManager): Promise<Link[]> => [
      await this.insertion.insert(transaction, actor, values),
    ];
    try {
      return idempotencyKey === undefined
        ? { entities: await this.transactions.run(insert), created: true }
        : await this.idempotency.once({
            ownerId: actor.ownerId,
            kind: 'link',
            value: idempotencyKey,
            meaning,
            insert,
            find: (ids) => this.links.findByIds(ids),
          });
    } catch (error) {
      if (databaseFault(error) === 'duplicate') return undefined;
      throw error;
    }
  }
}

/** @param by what kind of link has it */
export const nameTaken = (name: string | undefined, by = 'another URL'): Problem<'link.nameTaken'> => ({
  code: 'link.nameTaken',
  message: `The name "${name}" is taken by a link to ${by}.`,
});

/** What wasn't asked for may be anything. */
function requireSame(existing: Link, { name, url, expiresAt, maxVisits }: CreateShortLinkDto): void {
  if (existing.url !== url) throw conflict(nameTaken(name, 'another URL'));
  if (expiresAt !== undefined && existing.expiresAt !== (expiresAt || null)) {
    throw conflict(nameTaken(name, 'this URL with another expiresAt'));
  }
  if (maxVisits !== undefined && existing.maxVisits !== maxVisits) {
    throw conflict(nameTaken(name, 'this URL with another maxVisits'));
  }
}
