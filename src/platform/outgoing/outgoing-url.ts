import { isIP } from 'node:net';
import type { AddressRange } from '../addresses/address';
import { isLoopback, whyUnreachable } from './unreachable-addresses';

const MOST_CHARACTERS = 2048;
/** URL parsers drop tabs and line ends, and read backslashes as slashes. */
const UNSAFE = /[\p{Cc}\p{Cs}\s\\]/u;

/** Names of this machine, whatever a resolver says (RFC 6761). */
const isLocalName = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

/**
 * Why nothing may be sent to a URL, continuing a sentence that starts with it; undefined if it is allowed. Addresses
 * that its name resolves to are checked when connecting.
 */
export function urlProblem(text: string, allowed: readonly AddressRange[]): string | undefined {
  if (text.length > MOST_CHARACTERS) return `must be at most ${MOST_CHARACTERS} characters.`;
  if (UNSAFE.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
    return 'must be an address such as https://example.com/hooks.';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || /^[^/]+\/\/[^/?#]*@/.test(text))
    return 'must not have a user name or a password; send them in a header.';
  if (url.hash !== '' || text.includes('#')) return 'must not have a # part, which is never sent.';
  if (url.port === '0') return 'must have a port from 1 to 65535.';
  return schemeProblem(url, allowed) ?? hostProblem(hostOf(url), allowed);
}

/** Without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string =>
  hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');

function schemeProblem(url: URL, allowed: readonly AddressRange[]): string | undefined {
  if (url.protocol === 'https:') return undefined;
  const host = hostOf(url);
  const isLocal = isIP(host) ? isLoopback(host) && whyUnreachable(host, allowed) === undefined : isLocalName(host);
  if (isLocal && allowed.length > 0) return undefined;
  return 'must begin with https://; http:// is only for a loopback address that WEBHOOK_NETWORKS allows.';
}

function hostProblem(host: string, allowed: readonly AddressRange[]): string | undefined {
  if (isIP(host)) {
    const why = whyUnreachable(host, allowed);
    return why === undefined
      ? undefined
      : `may not be reached: ${why}. WEBHOOK_NETWORKS lists what is allowed all the same.`;
  }
  if (isLocalName(host) && allowed.length === 0)
    return `may not be reached: ${host} is this machine. WEBHOOK_NETWORKS lists what is allowed all the same.`;
  return undefined;
}
