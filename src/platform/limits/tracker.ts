import { canonicalRange } from '../addresses/address';

/** What a canonical address is counted as. Someone with one IPv6 address usually has a whole /64, so a /64 counts as one. */
export function trackerOf(address: string): string {
  return address.includes(':') ? (canonicalRange(`${address}/64`) ?? address) : address;
}
