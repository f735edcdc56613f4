import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CallingActor } from '../access/audit/actor';
import { databaseFault } from '../platform/database/database-errors';
import { Transactions } from '../platform/database/transactions';
import type { Problem } from '../platform/errors/error-codes';
import { conflict, unavailable } from '../platform/errors/errors';
import { namesIn } from '../platform/fields/field';
import { givenValues, newValues, withoutNone } from '../platform/fields/records';
import { type Creation, IdempotencyService } from '../access/idempotency/idempotency.service';
import type { CreateShortLinkDto } from './dto/create-short-link.dto';
import type { LinkDto } from './dto/link.dto';
import { LINK_FIELDS } from './link-fields';
import { LinkInsertion, type NewLink } from './link-insertion';
import { readDomain } from './domains/host-name';
import { DomainHosts } from './domains/domain-hosts';
import { isKeptName, linkKey, requireLinkNameKey, reservedName } from './link-name';
import { LinkPasswords, OPEN } from './passwords/link-passwords';
import { checkTargets } from './link-url';
import type { Link } from './link.entity';
import { LinksRepository } from './links.repository';
import { randomLinkName } from './random-name';
import { toLinkDto } from './to-link-dto';

/** Attempts if random names are taken, or a name was just freed. */
const ATTEMPTS = 5;

/** The unique index decides who gets a name. */
@Injectable()
export class LinkCreationService {
  constructor(
    private readonly links: LinksRepository,
    private readonly insertion: LinkInsertion,
    private readonly transactions: Transactions,
    private readonly idempotency: IdempotencyService,
    private readonly domains: DomainHosts,
    private readonly passwords: LinkPasswords,
  ) {}

  /**
   * Returns an existing link instead if it has the name, the URL and the given limits.
   * @param idempotencyKey makes the creation repeatable
   * @throws {ApiError} 400 for an unusable name or URL; 409 if the name is taken or the idempotency key reused
   */
  async create(
    wanted: CreateShortLinkDto,
    actor: CallingActor,
    ownAddress: string,
    idempotencyKey?: string,
  ): Promise<{ link: LinkDto; created: boolean }> {
    const { name, url, domain, password = null, ...others } = wanted;
    const limits = { ...others, domain: readDomain(domain) };
    const nameKey = name === undefined ? undefined : linkKey(requireLinkNameKey(name), limits.domain);
    checkTargets(wanted, ownAddress, this.domains);
    if (name !== undefined && isKeptName(name.toLowerCase()))
      return this.findKept(nameKey!, { name, url, password, ...limits });
    const described = newValues(LINK_FIELDS, 'create', limits);
    const protection = password === null ? OPEN : await this.passwords.protect(password);
    const fingerprint =
      password === null || idempotencyKey === undefined
        ? {}
        : { password: await this.passwords.fingerprint(password, `${actor.ownerId} ${idempotencyKey}`) };
    const meaning = { link: { name, url, ...withoutNone(described), ...fingerprint } };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const values = { name: name ?? randomLinkName(), url, ...described, ...protection };
      const creation = await this.insert(values, actor, idempotencyKey, meaning);
      if (creation) return { link: toLinkDto(creation.entities[0]), created: creation.created };
      const existing = nameKey === undefined ? null : await this.links.findByName(nameKey);
      if (!existing) continue;
      await this.requireSame(existing, { name: values.name, url, password, ...limits });
      return { link: toLinkDto(existing), created: false };
    }
    throw unavailable();
  }

  /** Finds a link that got its name before the name was reserved. */
  private async findKept(nameKey: string, wanted: CreateShortLinkDto): Promise<{ link: LinkDto; created: boolean }> {
    const existing = await this.links.findByName(nameKey);
    if (!existing) throw reservedName(wanted.name!);
    await this.requireSame(existing, wanted);
    return { link: toLinkDto(existing), created: false };
  }

  private async requireSame(
    existing: Link,
    { name, url, password = null, ...limits }: CreateShortLinkDto,
  ): Promise<void> {
    if (existing.url !== url) throw conflict(nameTaken(name, 'another URL'));
    const given = givenValues(LINK_FIELDS, 'create', limits);
    const different = namesIn(LINK_FIELDS, 'create').find(
      (field) => field in given && given[field] !== existing[field],
    );
    if (different) throw conflict(nameTaken(name, `this URL with another ${different}`));
    const { passwordHash } = existing;
    if (password !== null && (passwordHash === null || !(await this.passwords.matches(password, passwordHash))))
      throw conflict(nameTaken(name, 'this URL with another password'));
  }

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

/** @param by describes the link that has it */
export const nameTaken = (name: string | undefined, by = 'another URL'): Problem<'link.nameTaken'> => ({
  code: 'link.nameTaken',
  message: `The name "${name}" is taken by a link to ${by}.`,
});
