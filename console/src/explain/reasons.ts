import { fromNow } from '../text/times';
import { counted } from '../text/numbers';
import type { ExplainedLog } from './explained-log';
import { listed, nameOfDevice, whenInWords } from './words';

/** Why the check would be refused now, as the end of a sentence: `both seats are taken, by Desk and Old Mac`. */
export function reasonNow(explained: ExplainedLog, nameOfProduct: (pid: number) => string): string {
  const { status, at, licenseKey, past } = explained;
  if (status === 'TEST KEY') return 'the key is a test key, and its API key may not check those';
  if (status === 'KEY DISABLED') return setBy(explained, 'the key is disabled', 'disabled');
  if (status === 'NOT ACTIVE') return setBy(explained, 'the key is not active', 'inactive');
  if (status === 'EXPIRED') return `the key expired ${fromNow(licenseKey.expiresAt ?? at, at)}`;
  if (status === 'NOT AUTHORISED') return `it came from ${past.address}, and the key is bound to ${licenseKey.ip}`;
  if (status === 'NO SEAT') return seatsTaken(explained);
  if (status === 'NOT ENTITLED') return 'the key does not contain what the program asks for';
  if (status === 'UPDATE NOT COVERED') return 'its version was released after the updates of the key ended';
  if (status === 'NOT FOUND') return 'it sent a former value of the key';
  const asked = past.product === undefined ? 'another product' : nameOfProduct(past.product);
  return `it asked for ${asked}, and the key is for ${nameOfProduct(licenseKey.product)}`;
}

/** How somebody made a license key what refuses its checks. */
export const MADE = { disabled: 'disabled the key', inactive: 'made the key inactive' } as const;

/** Whoever set what still refuses the check: known while nothing changed it since. */
function setBy({ status, at: now, past }: ExplainedLog, is: string, state: 'disabled' | 'inactive'): string {
  const { setBy: change } = past;
  if (change === undefined || past.changedSince !== undefined || past.status !== status) return is;
  if (change.before === undefined) return `${change.by} created the key ${state}`;
  const why = change.reason === undefined ? '' : ` (“${change.reason}”)`;
  return `${change.by} ${MADE[state]} ${whenInWords(change.at, now)}${why}`;
}

function seatsTaken({ licenseKey, seats: taken, seatedDevices = [] }: ExplainedLog): string {
  const seats = licenseKey.seats ?? taken?.of ?? 0;
  const are = { 0: 'it has no seats', 1: 'its only seat is taken', 2: 'both seats are taken' }[seats];
  const holders = listed(seatedDevices.map(nameOfDevice));
  return `${are ?? `all ${counted(seats, 'seat')} are taken`}${holders === '' ? '' : `, by ${holders}`}`;
}
