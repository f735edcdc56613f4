import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const BEGINNING_OF_IPV4 = /^(?:[0-9]{1,3}\.){2,3}$/;
const BEGINNING_OF_IPV6 = /^(?:[0-9a-f]{1,4}:){2,7}$/i;
const OF_ADDRESSES = /[0-9a-f.:]+/gi;
const TWO_SEPARATORS = /[.:].*[.:]/;

export interface AddressRange {
  readonly network: Address;
  readonly prefix: number;
}

/** Dotted IPv4 (also if mapped), RFC 5952 for IPv6, no zone. @returns undefined for anything else */
export function canonicalAddress(text: string): string | undefined {
  return parseAddress(text)?.toString();
}

/** Reads an address or CIDR range and clears the host bits. @returns undefined for anything else */
export function parseAddressRange(text: string): AddressRange | undefined {
  if (text.includes('%')) return undefined;
  const slash = text.indexOf('/');
  if (slash < 0) {
    const address = parseAddress(text);
    return address && { network: address, prefix: bitsOf(address) };
  }
  const written = text.slice(0, slash);
  const address = parseAddress(written);
  const prefixText = text.slice(slash + 1);
  if (!address || !/^(0|[1-9]\d{0,2})$/.test(prefixText)) return undefined;
  // The prefix of an IPv4-mapped range includes the 96 bits before the IPv4 address.
  const mapped = address.kind() === 'ipv4' && isIP(written) === 6;
  const prefix = Number(prefixText) - (mapped ? 96 : 0);
  if (prefix < 0 || prefix > bitsOf(address)) return undefined;
  return { network: networkOf(address, prefix), prefix };
}

/** Canonical spelling of an address or range; a range of one address becomes the address. */
export function canonicalRange(text: string): string | undefined {
  const range = parseAddressRange(text);
  if (!range) return undefined;
  const network = range.network.toString();
  return range.prefix === bitsOf(range.network) ? network : `${network}/${range.prefix}`;
}

/** Spellings that sort numerically, so that a range is contiguous. */
interface SortableRange {
  readonly first: string;
  readonly last: string;
}

/** Starts with a letter after P, unlike all words of texts (`words.ts`). @param address canonical */
export function sortableAddress(address: string): string {
  return sortable(ipaddr.parse(address));
}

export function sortableRange({ network, prefix }: AddressRange): SortableRange {
  const last = network
    .toByteArray()
    .map((byte, index) => byte | (0xff >> Math.min(8, Math.max(0, prefix - index * 8))));
  return { first: sortable(network), last: sortable(ipaddr.fromByteArray(last)) };
}

/** An address, a CIDR range, or the beginning of an address that ends with a dot or colon: `203.0.113.`, `2001:db8:`. */
export function addressesOf(text: string): AddressRange | undefined {
  const groups = text.split(/[.:]/).length - 1;
  if (BEGINNING_OF_IPV4.test(text)) return parseAddressRange(`${text}${'0.'.repeat(3 - groups)}0/${groups * 8}`);
  if (BEGINNING_OF_IPV6.test(text)) return parseAddressRange(`${text}:/${groups * 16}`);
  return parseAddressRange(text);
}

/** Addresses within a text, canonical. */
export function addressesIn(text: string): string[] {
  if (!TWO_SEPARATORS.test(text)) return [];
  return Array.from(text.matchAll(OF_ADDRESSES), ([written]) => written).flatMap((written) => {
    if (!TWO_SEPARATORS.test(written)) return [];
    // As written, without a sentence's final period, or before a port.
    const [beforePort] = written.split(':', 1);
    const spellings = [written, written.slice(0, -1), beforePort];
    return spellings.map(canonicalAddress).find((address) => address !== undefined) ?? [];
  });
}

/** Never matches across IPv4 and IPv6. */
export function isInRange(address: string, range: AddressRange): boolean {
  const parsed = ipaddr.parse(address);
  return parsed.kind() === range.network.kind() && parsed.match(range.network, range.prefix);
}

/** Not `/\/+$/`, which would take quadratic time. */
export function withoutEndingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

function parseAddress(text: string): Address | undefined {
  const zone = text.indexOf('%');
  const unzoned = zone < 0 ? text : text.slice(0, zone);
  // Node's check is strict: ipaddr.js alone also accepts "1", "0x7f.1" and "010.0.0.1".
  if (isIP(unzoned) === 4) return ipaddr.IPv4.parse(unzoned);
  // The URL parser's spelling has no IPv4 part; ipaddr.js would read even "::1.2.3.4" as IPv4.
  if (isIP(unzoned) === 6) return ipaddr.process(new URL(`http://[${unzoned}]`).hostname.slice(1, -1));
  return undefined;
}

function sortable(address: Address): string {
  const hexadecimal = Buffer.from(address.toByteArray()).toString('hex');
  return `${address.kind() === 'ipv4' ? 'V' : 'W'}${hexadecimal}`;
}

function bitsOf(address: Address): number {
  return address.kind() === 'ipv4' ? 32 : 128;
}

function networkOf(address: Address, prefix: number): Address {
  const bytes = address.toByteArray().map((byte, index) => {
    const kept = Math.min(8, Math.max(0, prefix - index * 8));
    return byte & (0xff << (8 - kept));
  });
  return ipaddr.fromByteArray(bytes);
}
