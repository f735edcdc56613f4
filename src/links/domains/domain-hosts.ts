import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs';
import { Settings } from '../../platform/settings/settings';
import type { Domain } from './domain.entity';
import { DomainsRepository } from './domains.repository';
import { canonicalHost, plainHost } from './host-name';

/** How soon an instance notices another's new, changed or deleted domain, in milliseconds. */
const EVERY_MS = 3000;

export type HeldDomain = Pick<Domain, 'host' | 'rootUrl' | 'notFoundUrl'>;

/** All domains, in memory: a redirect needs no statement to find its own. */
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

  /** @param host as in the header `Host` @returns undefined for hosts of the service itself, which are all others */
  of(host: string | undefined): HeldDomain | undefined {
    if (this.domains.size === 0 || host === undefined) return undefined;
    return this.domains.get(host) ?? this.domains.get(plainHost(host));
  }

  /** @param host canonical */
  has(host: string): boolean {
    return this.domains.has(host);
  }

  /** Also if another instance has just created it. @param host canonical */
  async exists(host: string): Promise<boolean> {
    return this.domains.has(host) || (await this.repository.findByHost(host)) !== null;
  }

  /** Whether the service itself is there, according to the settings. */
  isOwn(host: string): boolean {
    return this.own.has(host);
  }

  /** Whether links answer there, at the usual address or on a domain; for any text. */
  isAnswering(text: string): boolean {
    const host = canonicalHost(text);
    return host !== undefined && (this.domains.has(host) || this.own.has(host));
  }

  /** After changes of this instance, and regularly for those of others. */
  async refresh(): Promise<void> {
    const found = await this.repository.findAll();
    // After a change of the settings, one may be a domain as well: nobody should be locked out.
    this.domains = new Map(found.filter(({ host }) => !this.own.has(host)).map((domain) => [domain.host, domain]));
  }
}
