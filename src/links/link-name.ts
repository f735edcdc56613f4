import { badRequest } from '../http/errors';

const NAME = /^(?!\.)[A-Za-z0-9\-_.~]{1,128}$/;

/** What a name may begin with; a dot at its start is no name's, and finds nothing. */
export const NAME_PREFIX = /^[A-Za-z0-9\-_.~]{1,128}$/;

/** First segments of the service's own paths, and files that browsers and crawlers ask every site for. */
const RESERVED = new Set(['api', 'health', 'metrics', 'docs', 'favicon.ico', 'robots.txt']);

/** What a name is found by: names differ in more than case. Undefined for text that is no link's name. */
export function linkNameKey(name: string): string | undefined {
  const key = name.toLowerCase();
  return NAME.test(name) && !RESERVED.has(key) ? key : undefined;
}

/**
 * The key of a name that a new link asks for.
 * @throws {ApiError} 400 saying what is wrong with the name (decisions, section 7)
 */
export function requireLinkNameKey(name: string): string {
  const key = linkNameKey(name);
  if (key !== undefined) return key;
  if (RESERVED.has(name.toLowerCase())) throw badRequest(`The name "${name}" is reserved by the service.`);
  throw badRequest('name must be 1 to 128 of A-Z a-z 0-9 - _ . ~ and must not begin with a dot.');
}
