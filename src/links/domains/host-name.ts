import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { withoutDot } from '../../platform/addresses/host';
import { invalidField } from '../../platform/errors/errors';

/** A link's key (`linkKey`) then has at most 255 characters, up to which servers can widen its column without copying the table. */
export const HOST_LENGTH = 126;

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** `domainToASCII` would decode, repair or leave these out. */
const FOREIGN = /[\s%[\]/\\?#@:\p{Cc}\p{Cs}]/u;

/** In lower case, as punycode, without a trailing dot; undefined for invalid hosts. */
export function canonicalHost(text: string): string | undefined {
  if (text.length > 4 * HOST_LENGTH || FOREIGN.test(text)) return undefined;
  const host = withoutDot(domainToASCII(text));
  return HOST.test(host) && host.length <= HOST_LENGTH ? host : undefined;
}

/** @throws {ApiError} 400 saying what is wrong with it */
export function readHost(text: string): string {
  const host = canonicalHost(text);
  if (host === undefined) throw invalidField(`host ${problemOf(text)}`);
  return host;
}

export const HOST_RULES = {
  url: 'must be a name alone, such as go.example.com: without https://, path or user.',
  wildcard: 'must be one name: *.example.com and the like are not possible.',
  address: 'must be a name, such as go.example.com, not an IP address.',
  port: 'must be a name without a port, such as go.example.com: a domain is the same on each port.',
  tooLong: `must have at most ${HOST_LENGTH} characters, umlauts counted as they are sent (ü.example is xn--tda.example).`,
  other: 'must be a name of letters, digits and hyphens with a dot between its parts, such as go.example.com.',
} as const;

function problemOf(text: string): string {
  if (/[/\\?#@]/.test(text)) return HOST_RULES.url;
  if (text.includes('*')) return HOST_RULES.wildcard;
  const ascii = withoutDot(domainToASCII(text));
  if (isIP(ascii) > 0 || isIP(text) > 0 || ascii.startsWith('[') || text.startsWith('[')) return HOST_RULES.address;
  if (/:\d*$/.test(text)) return HOST_RULES.port;
  return ascii.length > HOST_LENGTH ? HOST_RULES.tooLong : HOST_RULES.other;
}

/** A link's domain; undefined if empty. @throws {ApiError} 400 for an invalid host */
export function readDomain(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const host = canonicalHost(text);
  if (host === undefined) throw invalidField(`domain ${problemOf(text)}`);
  return host;
}
