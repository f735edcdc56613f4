import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { VisitedLink } from '../links.repository';
import type { LinkRule } from '../rules/link-rules';
import { Places } from '../visits/places';
import { UserAgents } from '../visits/user-agents';
import { languageOf } from '../visits/visit-facts';
import { VisitSalts } from '../visits/visit-salts';
import { withQuery } from './forwarded-query';

/** Properties of a visitor for rules, computed on first use. */
interface Visitor {
  readonly device: () => string;
  readonly os: () => string;
  readonly language: () => string;
  readonly country: () => string;
  readonly query: () => URLSearchParams;
}

const LISTS = ['device', 'os', 'language', 'country'] as const;

/** Determines the targets of visits. */
@Injectable()
export class Targets {
  constructor(
    private readonly agents: UserAgents,
    private readonly places: Places,
    private readonly salts: VisitSalts,
  ) {}

  async find(link: VisitedLink, request: Request): Promise<string> {
    const url = link.rules === null ? link.url : ((await this.ruledBy(link.rules, link.id, request)) ?? link.url);
    return link.forwardQuery ? withQuery(url, request.url) : url;
  }

  /** Undefined if no rule matches. */
  private async ruledBy(rules: string, linkId: number, request: Request): Promise<string | undefined> {
    const visitor = this.visitorOf(request);
    const now = Date.now();
    for (const [index, rule] of (JSON.parse(rules) as LinkRule[]).entries()) {
      if (!isMet(rule, visitor, now)) continue;
      // Sequentially: the first match wins.
      // oxlint-disable-next-line no-await-in-loop
      if (rule.percent === undefined || (await this.isAmong(rule.percent, `${linkId} ${index}`, request)))
        return rule.url;
    }
    return undefined;
  }

  private visitorOf({ headers, url, clientAddress }: Request): Visitor {
    const userAgent = headers['user-agent'];
    return {
      device: () => this.agents.find(userAgent).device,
      os: () => this.agents.find(userAgent).os,
      language: () => languageOf(headers['accept-language']),
      country: () => this.places.countryOf(clientAddress),
      query: () => new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''),
    };
  }

  /** Stable for a visitor and day (UTC), and independent for each rule. */
  private async isAmong(percent: number, rule: string, { headers, clientAddress }: Request): Promise<boolean> {
    const visitor = await this.salts.visitorOf(clientAddress, headers['user-agent'] ?? '');
    if (visitor === '') return Math.random() * 100 < percent;
    return hash('sha256', `${visitor} ${rule}`, 'buffer').readUInt32BE(0) % 100 < percent;
  }
}

/** All conditions except the percentage. */
function isMet(rule: LinkRule, visitor: Visitor, now: number): boolean {
  const { from = 0, until = Infinity, query = {} } = rule;
  if (now < Number(from) || now >= Number(until)) return false;
  if (!LISTS.every((name) => rule[name] === undefined || rule[name].includes(visitor[name]()))) return false;
  const wanted = Object.entries(query);
  if (wanted.length === 0) return true;
  const given = visitor.query();
  return wanted.every(([name, value]) => (value === true ? given.has(name) : given.getAll(name).includes(value)));
}
