import { BlockList, isIP } from 'node:net';
import { type AddressRange, canonicalAddress, isInRange } from '../addresses/address';

/** Ranges in private networks or without hosts, by kind (IANA's registries). */
const IPV4: readonly [kind: string, ...ranges: string[]][] = [
  ['an address of this machine', '0.0.0.0/8'],
  ['a loopback address', '127.0.0.0/8'],
  ['a private address', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  ["a private address of a provider's network", '100.64.0.0/10'],
  ['a link-local address, as metadata services have', '169.254.0.0/16'],
  ["the address of a cloud's own service", '168.63.129.16/32'],
  ['a multicast address', '224.0.0.0/4'],
  ['an address for documentation', '192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'],
  ['a reserved address', '192.0.0.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.175.48.0/24'],
  ['a reserved address', '198.18.0.0/15', '240.0.0.0/4'],
];

const IPV6: readonly [kind: string, ...ranges: string[]][] = [
  ['an address of this machine', '::/128'],
  ['a loopback address', '::1/128'],
  ['a private address', 'fc00::/7', 'fec0::/10'],
  ['a link-local address', 'fe80::/10'],
  ['a multicast address', 'ff00::/8'],
  ['a Teredo address, which hides an IPv4 address', '2001::/32'],
  ['a 6to4 address, which hides an IPv4 address', '2002::/16'],
  ["an address of a network's own translation to IPv4", '64:ff9b:1::/48'],
  ['an address for documentation', '2001:db8::/32', '3fff::/20'],
  ['a reserved address', '2001::/23', '2620:4f:8000::/48'],
];

const PUBLIC_IPV6 = blockListOf(['2000::/3']);
/** NAT64 (RFC 6052): the last 32 bits are the IPv4 address. */
const TRANSLATED = blockListOf(['64:ff9b::/96']);
const LOOPBACK = blockListOf(['127.0.0.0/8', '::1/128']);

const kindsOf = (table: typeof IPV4) => table.map(([kind, ...ranges]) => ({ kind, list: blockListOf(ranges) }));
const KINDS = { ipv4: kindsOf(IPV4), ipv6: kindsOf(IPV6) };

/** Why nothing may be sent to an address, such as "10.1.2.3 is a private address"; undefined if it is allowed. @param allowed exempt ranges */
export function whyUnreachable(text: string, allowed: readonly AddressRange[]): string | undefined {
  // IPv4-mapped addresses reach the IPv4 address.
  const address = text.includes('%') ? undefined : canonicalAddress(text);
  if (address === undefined) return `${text} is not a public address`;
  if (allowed.some((range) => isInRange(address, range))) return undefined;
  const kind = isIP(address) === 4 ? kindIn(address, 'ipv4') : kindOfIpv6(address, allowed);
  return kind === undefined ? undefined : `${address} is ${kind}`;
}

export const isLoopback = (text: string): boolean => {
  const address = canonicalAddress(text);
  return address !== undefined && LOOPBACK.check(address, familyOf(address));
};

function kindOfIpv6(address: string, allowed: readonly AddressRange[]): string | undefined {
  if (TRANSLATED.check(address, 'ipv6')) {
    const reached = whyUnreachable(lastFourBytes(address), allowed);
    return reached === undefined ? undefined : `a translated address: ${reached}`;
  }
  return kindIn(address, 'ipv6') ?? (PUBLIC_IPV6.check(address, 'ipv6') ? undefined : 'a reserved address');
}

const kindIn = (address: string, family: 'ipv4' | 'ipv6'): string | undefined =>
  KINDS[family].find(({ list }) => list.check(address, family))?.kind;

/** Converted to IPv4 notation: the URL parser's spelling ends in two groups of 16 bits, or in zeros. */
function lastFourBytes(address: string): string {
  const groups = address
    .slice('64:ff9b::'.length)
    .split(':')
    .filter((group) => group !== '');
  const [high, low] = ['0', '0', ...groups].slice(-2).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network, prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), familyOf(network));
  }
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
