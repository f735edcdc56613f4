import { createHash } from 'node:crypto';
import { canonicalAddress, withoutEndingSlashes } from '../platform/addresses/address';
import { withoutDot } from '../platform/addresses/host';
import { invalidField } from '../platform/errors/errors';
import { linkNameKey } from './link-name';

/** Maximum characters of a URL, as given and as sent; some browsers and proxies take no more. */
export const URL_LENGTH = 2048;
const DEFAULT_PORTS = new Set(['', '80', '443']);
/** An absolute http or https URL without a user name. `new URL()` alone repairs too much. */
const ABSOLUTE = /^https?:\/\/[^/\\?#@\s]+([/?#]|$)/i;
/** Control characters, lone surrogates, backslashes, and trailing white space. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\\]|\s$/u;

/** Hosts that have their own links. */
type Domains = Pick<ReadonlySet<string>, 'has'>;

const NO_DOMAINS: Domains = new Set();

/**
 * @param ownOrigin the service's address, to which redirects would loop @param domains hosts that have their own links
 * @param field its name in the error message @throws {ApiError} 400 for an unusable URL
 */
export function checkLinkUrl(url: string, ownOrigin: string, domains: Domains = NO_DOMAINS, field = 'url'): void {
  requireLinkUrl(url, field);
  const parsed = new URL(url);
  // A client may send any text as its Host.
  const own = URL.canParse(ownOrigin) ? [new URL(ownOrigin)] : [];
  if (domains.has(withoutDot(parsed.hostname))) own.push(new URL(parsed.origin));
  if (own.some((each) => isShortAddress(parsed, each)))
    throw invalidField(`${field} must not be one of the service's own short links.`);
}

/** Checks only the form. @throws {ApiError} 400 for an unusable URL */
export function requireLinkUrl(url: string, field = 'url'): void {
  if (Array.from(url).length > URL_LENGTH) throw invalidField(`${field} must have at most ${URL_LENGTH} characters.`);
  if (!ABSOLUTE.test(url) || FORBIDDEN.test(url) || !URL.canParse(url)) {
    throw invalidField(
      `${field} must be an absolute http or https URL without user name, backslash or control characters.`,
    );
  }
  const sent = locationOf(url).length;
  if (sent > URL_LENGTH) {
    throw invalidField(
      `${field} must have at most ${URL_LENGTH} characters as it is sent, where each beyond ASCII takes 6 to 12 (ü is %C3%BC): these are ${sent}.`,
    );
  }
}

interface Targets {
  readonly url?: string;
  readonly endedUrl?: string;
  readonly rules?: readonly { readonly url: string }[];
  readonly card?: { readonly image?: string };
}

/** All addresses that a request gives a link. @throws {ApiError} 400 for an unusable one */
export function checkTargets({ url, endedUrl, rules = [], card }: Targets, ownOrigin: string, domains: Domains): void {
  if (url !== undefined) checkLinkUrl(url, ownOrigin, domains);
  if (card?.image !== undefined) checkLinkUrl(card.image, ownOrigin, domains, 'The image of card');
  if (endedUrl) checkLinkUrl(endedUrl, ownOrigin, domains, 'endedUrl');
  for (const [index, rule] of rules.entries())
    checkLinkUrl(rule.url, ownOrigin, domains, `The url of rule ${index + 1}`);
}

/** SHA-256, hexadecimal; the lookup key of URLs. */
export function linkUrlHash(url: string): string {
  return createHash('sha256').update(url).digest('hex');
}

/** Percent-encoded with a punycode host, since a `Location` header is ASCII. */
export function locationOf(url: string): string {
  return /^[\x21-\x7e]+$/.test(url) ? url : new URL(url).href;
}

function isShortAddress(url: URL, own: URL): boolean {
  const base = `${withoutEndingSlashes(own.pathname)}/`;
  if (siteOf(url) !== siteOf(own) || !url.pathname.startsWith(base)) return false;
  // Proxies merge slashes.
  const name = withoutEndingSlashes(decoded(url.pathname.slice(base.length))).replace(/^\/+/, '');
  return linkNameKey(name) !== undefined;
}

/** Normalizes what the parser leaves: trailing dots, IPv4 in IPv6, and both schemes' default ports. */
function siteOf({ hostname, port }: URL): string {
  let end = hostname.length;
  while (hostname[end - 1] === '.') end--;
  const host = hostname.slice(0, end);
  const address = canonicalAddress(host.startsWith('[') ? host.slice(1, -1) : host) ?? host;
  return DEFAULT_PORTS.has(port) ? address : `${address} ${port}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // The router can't decode it either.
    return path;
  }
}
