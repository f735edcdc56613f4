import { isInRange, parseAddressRange } from '../../platform/addresses/address';
import { RELEASED, type VerdictLabel } from '../license-logs/verdict-labels';
import type { SeatedDevice, Seating } from '../seats/seat-plan';

/** Whether a copy may run, and why. */
export interface Verdict {
  readonly status: VerdictLabel | typeof RELEASED;
  /** True for AUTHORISED only. */
  readonly pass: boolean;
  readonly details: string;
  /** Which of several products passed. */
  readonly proId?: number;
  /** Of a license key that counts devices: how many it may have, and has. */
  readonly seats?: Readonly<Pick<Seating, 'of' | 'taken'>>;
  /** The device that passed, where devices are counted. */
  readonly device?: SeatedDevice;
  /** With NO SEAT: when the first lease runs out, in milliseconds since the Unix epoch. */
  readonly freeAt?: number;
  /** The same as a JWS, for the client that sent a nonce. */
  readonly signed?: string;
}

/** What a verdict depends on, of the license key. */
export interface JudgedKey {
  readonly product: number;
  /** Canonical address or range, or empty for any. */
  readonly ip: string;
  readonly status: boolean;
  readonly disabled: boolean;
  /** Milliseconds since the Unix epoch; null when the key has no expiry. */
  readonly expiresAt: number | null;
}

/** What a verdict depends on, of the request. */
export interface JudgedRequest {
  /** The product to be judged, or several of which any will do; undefined when the client named none. */
  readonly pid: number | readonly number[] | undefined;
  /** Canonical address of the client. */
  readonly address: string;
}

const verdict = (status: Verdict['status'], details: string): Verdict => ({
  status,
  pass: status === 'AUTHORISED',
  details,
});

const AUTHORISED = verdict('AUTHORISED', 'Authorisation completed.');
const NOT_FOUND = verdict('NOT FOUND', 'The supplied license key does not exist.');
const KEY_DISABLED = verdict('KEY DISABLED', 'The license key was disabled by an administrator.');
const NOT_ACTIVE = verdict('NOT ACTIVE', 'The license key is not active.');
const EXPIRED = verdict('EXPIRED', 'The license key has expired.');
const INVALID_PRODUCT = verdict('INVALID PRODUCT', 'The supplied product ID is not authorised for this license.');
export const NOT_AUTHORISED = verdict('NOT AUTHORISED', 'The license key is not authorised for this IP address.');
export const SEAT_RELEASED = verdict(RELEASED, 'The seat was given back.');
export const HAD_NO_SEAT = verdict(RELEASED, 'This device has no seat to give back.');
/** @param time milliseconds since the Unix epoch */
export const seatHeldUntil = (time: number): Verdict =>
  verdict(RELEASED, `An offline license holds this seat until ${new Date(time).toISOString()}; it is free then.`);
export const COUNTS_NO_DEVICES = verdict(
  RELEASED,
  'This license does not count devices: there is no seat to give back.',
);

/**
 * The rule that the service exists for. The first condition that holds decides: existence, administrator, owner,
 * time, product, address, seats (decisions, section 6; decisions 017 and 062). It knows no clock and no database.
 * @param now the time of the check, in milliseconds since the Unix epoch
 * @param seating how the key's seats stand to the device; undefined where devices aren't counted, or don't matter
 */
export function judge(key: JudgedKey | undefined, request: JudgedRequest, now: number, seating?: Seating): Verdict {
  if (!key) return NOT_FOUND;
  if (key.disabled) return KEY_DISABLED;
  if (!key.status) return NOT_ACTIVE;
  if (key.expiresAt !== null && now >= key.expiresAt) return EXPIRED;
  if (!isFor(request.pid, key.product)) return INVALID_PRODUCT;
  if (!isAllowed(key.ip, request.address)) return NOT_AUTHORISED;
  if (seating && !seating.holds && seating.taken >= seating.of) return noSeat(seating);
  return typeof request.pid === 'object' ? { ...AUTHORISED, proId: key.product } : AUTHORISED;
}

/** An address that isn't authorised is an error to those who read `msg` and a verdict to those who read `pass`. */
export function addressVerdict(verdict: Verdict): Verdict & { msg: string } {
  return { ...verdict, msg: verdict.details };
}

function noSeat({ of }: Seating): Verdict {
  return verdict(
    'NO SEAT',
    of === 1 ? 'The only seat of this license is taken.' : `All ${of} seats of this license are taken.`,
  );
}

function isFor(pid: JudgedRequest['pid'], product: number): boolean {
  return pid === undefined || pid === product || (typeof pid === 'object' && pid.includes(product));
}

function isAllowed(ip: string, address: string): boolean {
  if (ip === '' || ip === address) return true;
  if (!ip.includes('/')) return false;
  const range = parseAddressRange(ip);
  return range !== undefined && isInRange(address, range);
}
