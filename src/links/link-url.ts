import { createHash } from 'node:crypto';
import { canonicalAddress, withoutEndingSlashes } from '../platform/addresses/address';
import { invalidField } from '../platform/errors/errors';
import { linkNameKey } from './link-name';

/** Characters of a URL, as it is given and as it is sent: browsers and proxies take no more everywhere. */
const URL_LENGTH = 2048;
/** Of http and https; the parser leaves out the one that is a URL's own. */
const DEFAULT_PORTS = new Set(['', '80', '443']);
/** An absolute http or https URL by its text: `new URL()` alone repairs far too much. */
const ABSOLUTE = /^https?:\/\/[^/\\?#@\s]+([/?#]|$)/i;
/** Control characters, halves of a character, backslashes, and white space at the end. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\\]|\s$/u;

/**
 * Checks a URL that a link is to point to; it is stored and sent as given.
 * @param ownOrigin the service's own public address, to which a short link would lead in circles
 * @throws {ApiError} 400 saying what is wrong (decisions, section 7)
 */
export function checkLinkUrl(url: string, ownOrigin: string): void {
  if (Array.from(url).length > URL_LENGTH) throw invalidField(`url must have at most ${URL_LENGTH} characters.`);
  if (!ABSOLUTE.test(url) || FORBIDDEN.test(url) || !URL.canParse(url)) {
    throw invalidField('url must be an absolute http or https URL without user name, backslash or control characters.');
  }
  const sent = locationOf(url).length;
  if (sent > URL_LENGTH) {
    throw invalidField(
      `url must have at most ${URL_LENGTH} characters as it is sent, where each beyond ASCII takes 6 to 12 (ü is %C3%BC): these are ${sent}.`,
    );
  }
  // A client may send any text as its Host; one that is no address can't be the service's own.
  if (URL.canParse(ownOrigin) && isShortAddress(new URL(url), new URL(ownOrigin))) {
    throw invalidField("url must not be one of the service's own short links.");
  }
}

/** What links are found by when their URL is asked for: SHA-256, hexadecimal. */
export function linkUrlHash(url: string): string {
  return createHash('sha256').update(url).digest('hex');
}

/** A `Location` header can hold ASCII only: other characters go percent-encoded, and as punycode in the host. */
export function locationOf(url: string): string {
  return /^[\x21-\x7e]+$/.test(url) ? url : new URL(url).href;
}

function isShortAddress(url: URL, own: URL): boolean {
  const base = `${withoutEndingSlashes(own.pathname)}/`;
  if (siteOf(url) !== siteOf(own) || !url.pathname.startsWith(base)) return false;
  // Proxies in front take several slashes for one.
  const name = withoutEndingSlashes(decoded(url.pathname.slice(base.length))).replace(/^\/+/, '');
  return linkNameKey(name) !== undefined;
}

/**
 * Where a URL leads, in one spelling; the parser has seen to case, punycode and the forms of IPv4. A dot at the end is the
 * root of all names, an address may stand in IPv6 that is IPv4, and each scheme's default port is the same site.
 */
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
    // Not an encoding that the router would read either: it can't be a short name.
    return path;
  }
}
