import { linkName } from '../databases/seed';
import type { RequestLine } from './request-line';

/** Links that most visits are of, and those that each are followed now and then. */
export const HOT_LINKS = 1000;
export const COLD_LINKS = 100_000;
/** One visit of so many is of a cold link. */
const COLD_EVERY = 10;
/** Models of phones that nobody else has: versions alone don't make another User-Agent. */
const agentOf = (number: number): string =>
  `Mozilla/5.0 (Linux; Android ${8 + (number % 8)}; Model ${number.toString(36)}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/13${number % 10}.0.0.0 Mobile Safari/537.36`;

/** Visits of people with so many User-Agents in turn. */
export function visitsOf(agents: number, count: number, path = ''): RequestLine[] {
  return Array.from({ length: count }, (_, index) => {
    const link =
      index % COLD_EVERY === 0 ? HOT_LINKS + 1 + ((index * 7919) % COLD_LINKS) : 1 + ((index * 31) % HOT_LINKS);
    return { method: 'GET', path: `/${linkName(link)}${path}`, userAgent: agentOf(index % agents) };
  });
}
