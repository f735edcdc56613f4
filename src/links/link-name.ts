import { badRequest, type ErrorOf, invalidField } from '../platform/errors/errors';
import { OWN_SEGMENTS } from '../platform/http/routes/own-paths';

const NAME = /^(?!\.)[A-Za-z0-9\-_.~]{1,128}$/;

/** Also matches a leading dot, which simply finds nothing. */
export const NAME_PREFIX = /^[A-Za-z0-9\-_.~]{1,128}$/;

/** For the service's future paths and common crawler requests. Existing links with these names keep working. */
const KEPT = new Set(
  'admin app assets static login logout oauth oidc webhooks events stats status version '
    .concat(
      'portal my shop hooks sources orders customers products plans releases downloads trials domains feed search ',
    )
    .concat('sitemap.xml security.txt ads.txt manifest.json sw.js')
    .split(' '),
);

/** The service's own paths, and files that every browser or crawler requests: links never had these names. */
const OWN: ReadonlySet<string> = new Set(
  [...OWN_SEGMENTS, 'favicon.ico', 'robots.txt'].filter((name) => !KEPT.has(name)),
);

/** The key that names are looked up by; undefined for invalid names. */
export function linkNameKey(name: string): string | undefined {
  const key = name.toLowerCase();
  return NAME.test(name) && !OWN.has(key) ? key : undefined;
}

/** The key that a link is looked up by: its name's key, followed by its domain, if any. Names have no slash. */
export const linkKey = (nameKey: string, domain: string | null | undefined): string =>
  domain ? `${nameKey}/${domain}` : nameKey;

/** Whether only a link that already has this name may keep it. */
export function isKeptName(nameKey: string): boolean {
  return KEPT.has(nameKey);
}

/** @throws {ApiError} 400 saying what is wrong with the name */
export function requireLinkNameKey(name: string): string {
  const key = linkNameKey(name);
  if (key !== undefined) return key;
  if (OWN.has(name.toLowerCase())) throw reservedName(name);
  throw invalidField('name must be 1 to 128 of A-Z a-z 0-9 - _ . ~ and must not begin with a dot.');
}

export function reservedName(name: string): ErrorOf<400> {
  return badRequest({ code: 'link.nameReserved', message: `The name "${name}" is reserved by the service.` });
}
