import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Settings } from '../../platform/settings/settings';
import { LONGEST_VALUE } from './dimensions';
import { Places } from './places';
import { UserAgents } from './user-agents';
import { VisitSalts } from './visit-salts';

/** Marks addresses in QR codes. */
export const QR_MARK = 'qr';

/** What is kept of a visit, without address and User-Agent. */
export interface VisitFacts {
  readonly isBot: boolean;
  /** The values in the order of `DIMENSIONS`, separated by `\n`; empty for bots. */
  readonly profile: string;
  /** 6 characters, the same for one visitor and day; empty if visitors aren't counted. */
  readonly visitor: string;
}

/** The values of a person's profile; undefined for a bot. */
export const valuesIn = ({ isBot, profile }: VisitFacts): string[] | undefined =>
  isBot ? undefined : profile.split('\n');

const BOT: VisitFacts = { isBot: true, profile: '', visitor: '' };
const PREFETCH = /\b(?:prefetch|prerender|preview)\b/i;

/** Extracts facts from requests. */
@Injectable()
export class FactsReader {
  private readonly isOn: boolean;

  constructor(
    private readonly agents: UserAgents,
    private readonly places: Places,
    private readonly salts: VisitSalts,
    settings: Settings,
  ) {
    this.isOn = settings.visitStats;
  }

  /** Programs that fetch links without a person. */
  isBot(request: Request): boolean {
    return isPrefetch(request) || this.agents.find(request.headers['user-agent']).isBot;
  }

  /** Undefined with `VISIT_STATS=off`. @param referrer host of the page with the link */
  read(request: Request, referrer = referrerOf(request)): VisitFacts | undefined | Promise<VisitFacts> {
    if (!this.isOn) return undefined;
    if (isPrefetch(request)) return BOT;
    const userAgent = request.headers['user-agent'] ?? '';
    const { isBot, device, os, browser } = this.agents.find(userAgent);
    if (isBot) return BOT;
    const { headers, url, clientAddress } = request;
    const place = url.indexOf('?');
    const query = place < 0 ? undefined : new URLSearchParams(url.slice(place + 1));
    const values = [
      textOf(referrer),
      this.places.countryOf(clientAddress),
      device,
      os,
      browser,
      languageOf(headers['accept-language']),
      textOf(query?.get('utm_source')),
      textOf(query?.get('utm_medium')),
      textOf(query?.get('utm_campaign')),
      query?.get(QR_MARK) === '' ? 'qr' : 'click',
      request.linkDomain?.host ?? '',
    ];
    const profile = values.join('\n');
    const visitor = this.salts.visitorOf(clientAddress, userAgent);
    if (typeof visitor === 'string') return { isBot: false, profile, visitor };
    return visitor.then((known) => ({ isBot: false, profile, visitor: known }));
  }
}

/** Whether a browser prefetches the page. */
export function isPrefetch({ headers }: Request): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz'];
  return purpose !== undefined && PREFETCH.test(String(purpose));
}

/** Host of the page that links here, without `www.`; empty if unknown. */
export function referrerOf({ headers: { referer: referrer } }: Request): string {
  if (referrer === undefined || referrer.length > 4096 || !URL.canParse(referrer)) return '';
  return textOf(new URL(referrer).hostname.replace(/^www\./, ''));
}

/** The browser's preferred language, without its region; empty if unknown. */
export function languageOf(accepted: string | undefined): string {
  return /^[a-z]{2,3}(?![a-z])/i.exec(accepted ?? '')?.[0].toLowerCase() ?? '';
}

function textOf(text: string | null | undefined): string {
  if (!text) return '';
  return text
    .slice(0, 4 * LONGEST_VALUE)
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, LONGEST_VALUE)
    .toWellFormed();
}
