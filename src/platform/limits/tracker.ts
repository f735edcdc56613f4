import { canonicalRange } from '../addresses/address';

/** What to count an address as. One IPv6 user usually has a whole /64, so a /64 counts as one. */
export function trackerOf(address: string): string {
  return address.includes(':') ? (canonicalRange(`${address}/64`) ?? address) : address;
}
