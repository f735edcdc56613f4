import { badRequest, type ErrorOf, invalidField } from '../platform/errors/errors';
import { fromOwnRoutes } from '../platform/http/routes/own-routes';

const NAME = /^(?!\.)[A-Za-z0-9\-_.~]{1,128}$/;

/** What a name may begin with; a dot at its start is no name's, and finds nothing. */
export const NAME_PREFIX = /^[A-Za-z0-9\-_.~]{1,128}$/;

/** First segments of paths at which the service answers itself, and what every browser and crawler asks for: no link was ever there. */
const own = fromOwnRoutes((routes) => new Set([...routes.firstSegments(), 'favicon.ico', 'robots.txt']));

/**
 * Kept for what the service may answer some day, and files that browsers and crawlers ask every site for: names are
 * customers' data, and can't be taken back. Links that had such a name before go on working (docs/decisions/057-reserved-names.md).
 */
const KEPT = new Set(
  'console admin app assets static auth login logout oauth oidc webhooks events stats status version '
    .concat('sitemap.xml security.txt ads.txt manifest.json sw.js')
    .split(' '),
);

/** What a name is found by: names differ in more than case. Undefined for text that is no link's name. */
export function linkNameKey(name: string): string | undefined {
  const key = name.toLowerCase();
  return NAME.test(name) && !own().has(key) ? key : undefined;
}

/** Whether a link may have this name only if it had it before. */
export function isKeptName(nameKey: string): boolean {
  return KEPT.has(nameKey);
}

/**
 * The key of a name that a link asks for.
 * @throws {ApiError} 400 saying what is wrong with the name (decisions, section 7)
 */
export function requireLinkNameKey(name: string): string {
  const key = linkNameKey(name);
  if (key !== undefined) return key;
  if (own().has(name.toLowerCase())) throw reservedName(name);
  throw invalidField('name must be 1 to 128 of A-Z a-z 0-9 - _ . ~ and must not begin with a dot.');
}

export function reservedName(name: string): ErrorOf<400> {
  return badRequest({ code: 'link.nameReserved', message: `The name "${name}" is reserved by the service.` });
}
