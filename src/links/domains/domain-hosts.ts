import { Injectable } from '@nestjs/common';
import { plainHost } from '../../platform/addresses/host';
import { Jobs } from '../../platform/jobs/jobs';
import { Settings } from '../../platform/settings/settings';
import type { Domain } from './domain.entity';
import { DomainsRepository } from './domains.repository';
import { canonicalHost } from './host-name';

/** How soon an instance notices another's new, changed or deleted domain, in milliseconds. */
const EVERY_MS = 3000;

export type HeldDomain = Pick<Domain, 'host' | 'rootUrl' | 'notFoundUrl'>;

/** All domains, cached so that redirects need no query for them. */
@Injectable()
export class DomainHosts {
  private domains: ReadonlyMap<string, HeldDomain> = new Map();
  /** Hosts of the settings, which can't be domains. */
  private readonly own: ReadonlySet<string>;

  constructor(
    private readonly repository: DomainsRepository,
    { publicUrl, portal }: Settings,
    jobs: Jobs,
  ) {
    const urls = [publicUrl, portal?.url.href].filter((url) => url !== undefined);
    this.own = new Set(urls.map((url) => plainHost(new URL(url).host)));
    jobs.add({
      name: 'domain-hosts',
      everyMs: EVERY_MS,
      longestMs: 10_000,
      doneBy: 'each instance',
      isFirst: true,
      failure: 'Domains of links could not be looked for.',
      run: () => this.refresh(),
    });
  }

  /** @param host as in the header `Host` @returns undefined for hosts of the service itself */
  of(host: string | undefined): HeldDomain | undefined {
    if (this.domains.size === 0 || host === undefined) return undefined;
    return this.domains.get(host) ?? this.domains.get(plainHost(host));
  }

  /** @param host canonical */
  has(host: string): boolean {
    return this.domains.has(host);
  }

  /** Also finds one that another instance has just created. @param host canonical */
  async exists(host: string): Promise<boolean> {
    return this.domains.has(host) || (await this.repository.findByHost(host)) !== null;
  }

  /** Whether the settings name it as a host of the service. */
  isOwn(host: string): boolean {
    return this.own.has(host);
  }

  /** Whether links are served there, by the service or on a domain; accepts any text. */
  isAnswering(text: string): boolean {
    const host = canonicalHost(text);
    return host !== undefined && (this.domains.has(host) || this.own.has(host));
  }

  /** Called after changes of this instance, and regularly for those of others. */
  async refresh(): Promise<void> {
    const found = await this.repository.findAll();
    // Settings win if they name a domain as the service's own host: otherwise nobody could sign in.
    this.domains = new Map(found.filter(({ host }) => !this.own.has(host)).map((domain) => [domain.host, domain]));
  }
}
