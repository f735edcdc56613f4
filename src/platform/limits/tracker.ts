import { canonicalRange } from '../addresses/address';

/** Whom a canonical address is counted as. Whoever has one IPv6 address commonly has a whole /64 of them: they count as one. */
export function trackerOf(address: string): string {
  return address.includes(':') ? (canonicalRange(`${address}/64`) ?? address) : address;
}
