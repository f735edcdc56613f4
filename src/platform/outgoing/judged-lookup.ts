import { type LookupAddress, type LookupOptions, promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { callbackify } from 'node:util';
import type { AddressRange } from '../addresses/address';
import { isLoopback, whyUnreachable } from './unreachable-addresses';

/** Resolves all addresses of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

/** What is wrong, for the operator. */
export class Unreachable extends Error {}

type Callback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * A `lookup` for connections. Node connects to exactly the addresses that it returns, so later DNS answers don't
 * matter. A single address that isn't allowed refuses the whole name. @param isPlain for http, which is only allowed to
 * loopback addresses
 */
export function judgedLookup(resolve: Resolve, allowed: readonly AddressRange[], isPlain: boolean) {
  const judged = callbackify((name: string) => judgedAddresses(name, resolve, allowed, isPlain));
  return (name: string, options: LookupOptions, callback: Callback): void =>
    judged(name, (error, addresses) => {
      if (error) callback(error, '');
      else if (options.all) callback(null, addresses);
      else callback(null, addresses[0].address, addresses[0].family);
    });
}

async function judgedAddresses(
  name: string,
  resolve: Resolve,
  allowed: readonly AddressRange[],
  isPlain: boolean,
): Promise<LookupAddress[]> {
  const addresses = await resolve(name);
  if (addresses.length === 0) throw new Unreachable(`The name ${name} cannot be resolved.`);
  for (const { address } of addresses) {
    const why = whyUnreachable(address, allowed);
    if (why !== undefined) throw new Unreachable(`${name} may not be reached: ${why}.`);
    if (isPlain && !isLoopback(address))
      throw new Unreachable(`${name} may not be reached with http://: ${address} is not a loopback address.`);
  }
  return [...addresses];
}

const QUERIES = { timeout: 2500, tries: 2 };
/** No such name, or no DNS server; the hosts file may still know it. */
const UNKNOWN_THERE: readonly unknown[] = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EBADNAME', 'EFORMERR'];

/**
 * Queries DNS servers directly: the system's resolver uses the four threads that files need too, and could block one
 * for seconds. It is only asked for names that DNS doesn't know.
 */
export async function resolveName(name: string): Promise<LookupAddress[]> {
  const family = isIP(name);
  if (family) return [{ address: name, family }];
  const resolver = new dns.Resolver(QUERIES);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  );
  if (found.length > 0) return found;
  const codes = answers.map((answer) =>
    answer.status === 'rejected' ? (answer.reason as { code?: string }).code : '',
  );
  if (codes.some((code) => UNKNOWN_THERE.includes(code))) return dns.lookup(name, { all: true });
  throw new Unreachable(`The name ${name} cannot be resolved: no name server answers (${codes[0]}).`);
}
