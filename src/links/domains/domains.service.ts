import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import type { Change } from '../../access/audit/change';
import { ChangeLog } from '../../access/audit/change-log';
import { plainHost } from '../../platform/addresses/host';
import { databaseFault } from '../../platform/database/database-errors';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, invalidField, notFound } from '../../platform/errors/errors';
import { namesIn } from '../../platform/fields/field';
import { givenValues, newValues, recordShower } from '../../platform/fields/records';
import { type Page, toPage } from '../../platform/http/answers/paging';
import type { IfMatch } from '../../platform/preconditions/if-match';
import { RecordTags } from '../../platform/preconditions/record-tags';
import { requireLinkUrl } from '../link-url';
import { LinksRepository } from '../links.repository';
import { DOMAIN_FIELDS } from './domain-fields';
import { DomainHosts } from './domain-hosts';
import type { Domain } from './domain.entity';
import { type DomainChanges, DomainsRepository } from './domains.repository';
import type { CreateDomainDto, DomainDto, ListDomainsDto, UpdateDomainDto } from './dto/domain.dto';
import { canonicalHost, readHost } from './host-name';

export const DOMAIN_NOT_FOUND: Problem<'domain.notFound'> = {
  code: 'domain.notFound',
  message: 'There is no domain with this host.',
};
/** Each instance keeps all of them in memory. */
const MOST_DOMAINS = 1000;
export const TOO_MANY_DOMAINS: Problem<'domain.tooMany'> = {
  code: 'domain.tooMany',
  message: `There can be at most ${MOST_DOMAINS} domains; delete those that nobody uses any more.`,
};
export const OWN_HOST =
  'host must not be a host of the service itself, as PUBLIC_URL or PORTAL_URL says or as this request was sent to: nothing but links would answer there.';
export const DOMAIN_TAGS = new RecordTags('domain', namesIn(DOMAIN_FIELDS, 'update'));

const DEFAULT_LIMIT = 100;
const TARGETS = ['rootUrl', 'notFoundUrl'] as const;

/** Hosts with their own links, each change with its audit record and event. */
@Injectable()
export class DomainsService {
  constructor(
    private readonly domains: DomainsRepository,
    private readonly links: LinksRepository,
    private readonly hosts: DomainHosts,
    private readonly changeLog: ChangeLog,
    private readonly transactions: Transactions,
  ) {}

  /** @param requested the request's `Host` header, if valid @throws {ApiError} 400 for an invalid host; 409 if it is a domain already */
  async create({ host: text, ...described }: CreateDomainDto, actor: Actor, requested = ''): Promise<DomainDto> {
    const host = readHost(text);
    if (this.hosts.isOwn(host) || plainHost(requested) === host) throw invalidField(OWN_HOST);
    const values = newValues(DOMAIN_FIELDS, 'create', { host, ...described });
    requireTargets(values, host);
    if ((await this.domains.count()) >= MOST_DOMAINS) throw conflict(TOO_MANY_DOMAINS);
    try {
      const created = await this.transactions.run(async (transaction) => {
        const domain = await this.domains.within(transaction).insert({ ...values, createdAt: Date.now() });
        const after = toDomainDto(domain);
        await this.record(transaction, actor, { action: 'create', targetId: domain.id, after });
        return after;
      });
      await this.hosts.refresh();
      return created;
    } catch (error) {
      if (databaseFault(error) === 'duplicate') throw conflict(domainExists(host));
      throw error;
    }
  }

  /** In order of creation; `next` is the next page's `after`, if any. */
  async getPage({ limit = DEFAULT_LIMIT, after = 0 }: ListDomainsDto): Promise<Page<DomainDto>> {
    return toPage(await this.domains.findPage(after, limit + 1), limit, toDomainDto);
  }

  /** @throws {ApiError} 404 if there is no such domain */
  async get(host: string): Promise<DomainDto> {
    const domain = await this.domains.findByHost(namedHost(host));
    if (!domain) throw notFound(DOMAIN_NOT_FOUND);
    return toDomainDto(domain);
  }

  /** @throws {ApiError} 404 if there is no such domain; 400 for an unusable URL */
  update(host: string, body: UpdateDomainDto, actor: Actor, ifMatch?: IfMatch): Promise<DomainDto> {
    const changes = givenValues(DOMAIN_FIELDS, 'update', body);
    requireTargets(changes, namedHost(host));
    return this.change(host, ifMatch, async (transaction, domains, domain) => {
      const [before, after] = [toDomainDto(domain), toDomainDto(Object.assign({}, domain, changes))];
      if (Object.keys(changes).length === 0) return after;
      await domains.update(domain.id, changes);
      await this.record(transaction, actor, { action: 'update', targetId: domain.id, before, after });
      return after;
    });
  }

  /** @returns it as it was @throws {ApiError} 404 if there is no such domain; 409 while it has links */
  delete(host: string, actor: Actor, ifMatch?: IfMatch): Promise<DomainDto> {
    return this.change(host, ifMatch, async (transaction, domains, domain) => {
      if (await this.links.within(transaction).existOn(domain.host)) throw conflict(domainUsed(domain.host));
      await domains.delete(domain.id);
      const before = toDomainDto(domain);
      await this.record(transaction, actor, { action: 'delete', targetId: domain.id, before });
      return before;
    });
  }

  private async change(
    host: string,
    ifMatch: IfMatch | undefined,
    make: (transaction: EntityManager, domains: DomainChanges, domain: Domain) => Promise<DomainDto>,
  ): Promise<DomainDto> {
    const changed = await this.transactions.run(async (transaction) => {
      const domains = this.domains.within(transaction);
      const domain = await domains.lock(namedHost(host));
      if (!domain) throw notFound(DOMAIN_NOT_FOUND);
      DOMAIN_TAGS.require(ifMatch, [toDomainDto(domain)]);
      return make(transaction, domains, domain);
    });
    await this.hosts.refresh();
    return changed;
  }

  private record(transaction: EntityManager, actor: Actor, change: Omit<Change, 'targetType'>): Promise<void> {
    return this.changeLog.within(transaction).append(actor, [{ targetType: 'domain', ...change }]);
  }
}

export const domainExists = (host: string): Problem<'domain.exists'> => ({
  code: 'domain.exists',
  message: `${host} is a domain already; change it with PUT /api/domains/${host}.`,
});

export const domainUsed = (host: string): Problem<'domain.used'> => ({
  code: 'domain.used',
  message: `${host} has links; delete them first. GET /api/links?domain=${host} lists them.`,
});

const toDomainDto: (domain: Domain) => DomainDto = recordShower(DOMAIN_FIELDS);

/** @throws {ApiError} 404 for text that can't be a domain */
function namedHost(text: string): string {
  const host = canonicalHost(text);
  if (host === undefined) throw notFound(DOMAIN_NOT_FOUND);
  return host;
}

/** @throws {ApiError} 400 for an unusable URL, or one on the domain itself, which would redirect in a loop */
function requireTargets(values: Partial<Pick<Domain, (typeof TARGETS)[number]>>, host: string): void {
  for (const field of TARGETS) {
    const url = values[field];
    if (url === undefined || url === null) continue;
    requireLinkUrl(url, field);
    if (plainHost(new URL(url).host) === host) throw invalidField(ownTarget(field));
  }
}

export const ownTarget = (field: string): string => `${field} must not be on the domain itself.`;
