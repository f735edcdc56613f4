import type { CodeOf } from '../../platform/errors/error-codes';
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
  /** What the client calls the device that it runs on; undefined counts its address. */
  readonly device?: string;
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
/** The code of that verdict, which comes as an error. */
export const ADDRESS_CODE = 'licenseKey.notAuthorised' satisfies CodeOf<403>;
export const SEAT_RELEASED = verdict(RELEASED, 'The seat was given back.');
export const HAD_NO_SEAT = verdict(RELEASED, 'This device has no seat to give back.');
/** Later times than this are no date to anybody; 2^53-1 can be stored all the same. */
const LAST_DATE = 8_640_000_000_000_000;

/** A time in milliseconds since the Unix epoch, for people. */
export const timeText = (time: number): string =>
  time > LAST_DATE ? `${time} ms after 1970` : new Date(time).toISOString();

/** @param time milliseconds since the Unix epoch */
export const seatHeldUntil = (time: number): Verdict =>
  verdict(RELEASED, `An offline license holds this seat until ${timeText(time)}; it is free then.`);
export const COUNTS_NO_DEVICES = verdict(
  RELEASED,
  'This license does not count devices: there is no seat to give back.',
);

/** What a condition is called. */
export type RuleName = 'exists' | 'disabled' | 'active' | 'expiry' | 'product' | 'address' | 'seats';

type Look<Found> = (key: JudgedKey, request: JudgedRequest, now: number, seating: Seating | undefined) => Found;

/** One of the conditions that a license key must fulfil, one after another. */
export interface Condition {
  readonly rule: RuleName;
  /** The verdict's label when it refuses. */
  readonly label: VerdictLabel;
  /** Whether there is anything to judge; left out where there always is. */
  readonly isAsked?: Look<boolean>;
  /** The verdict when it refuses; undefined when the key fulfils it. */
  readonly refusal: Look<Verdict | undefined>;
  /** What it looked at, in a sentence for operators. */
  readonly saw: Look<string>;
}

const isEnabled: Condition = {
  rule: 'disabled',
  label: 'KEY DISABLED',
  refusal: (key) => (key.disabled ? KEY_DISABLED : undefined),
  saw: (key) => (key.disabled ? 'disabled is true: an administrator switched the key off.' : 'disabled is false.'),
};

const isActive: Condition = {
  rule: 'active',
  label: 'NOT ACTIVE',
  refusal: (key) => (key.status ? undefined : NOT_ACTIVE),
  saw: (key) => (key.status ? 'status is true: the key is active.' : 'status is false: the key is not active.'),
};

const isInTime: Condition = {
  rule: 'expiry',
  label: 'EXPIRED',
  refusal: (key, _request, now) => (key.expiresAt !== null && now >= key.expiresAt ? EXPIRED : undefined),
  saw: ({ expiresAt }, _request, now) => {
    if (expiresAt === null) return 'The key has no expiry.';
    return now >= expiresAt
      ? `The key expired at ${timeText(expiresAt)}.`
      : `The key expires at ${timeText(expiresAt)}.`;
  },
};

const isForProduct: Condition = {
  rule: 'product',
  label: 'INVALID PRODUCT',
  isAsked: (_key, { pid }) => pid !== undefined,
  refusal: (key, { pid }) => (isFor(pid, key.product) ? undefined : INVALID_PRODUCT),
  saw: ({ product }, { pid }) =>
    pid === undefined
      ? `The check names no product, so none is judged: it is read from pid, and fields of other names are ignored. The key is for product ${product}.`
      : `The check names product ${[pid].flat().join(', ')}; the key is for product ${product}.`,
};

const isAtAddress: Condition = {
  rule: 'address',
  label: 'NOT AUTHORISED',
  refusal: (key, { address }) => (isAllowed(key.ip, address) ? undefined : NOT_AUTHORISED),
  saw: ({ ip }, { address }) =>
    `${ip === '' ? 'Any address may use the key' : `${ip} may use the key`}; the check comes from ${address}.`,
};

const hasSeat: Condition = {
  rule: 'seats',
  label: 'NO SEAT',
  isAsked: (_key, _request, _now, seating) => seating !== undefined,
  refusal: (_key, _request, _now, seating) =>
    seating && !seating.holds && seating.taken >= seating.of ? noSeat(seating) : undefined,
  saw: (_key, { device, address }, _now, seating) => {
    if (!seating) return 'The key does not count devices.';
    const { taken, of, holds } = seating;
    const taker =
      device === undefined
        ? `the check names no device (it is read from device), so its address ${address} counts as one, and`
        : 'this device';
    return `${taken} of ${of} ${of === 1 ? 'seat is' : 'seats are'} taken; ${taker} has ${holds ? 'one of them' : 'none'}.`;
  },
};

/**
 * The rule that the service exists for. The first condition that refuses decides: existence (there is a key), administrator,
 * owner, time, product, address, seats (decisions, section 6; decisions 017, 062 and 065). None knows a clock or a database.
 */
export const CONDITIONS = [isEnabled, isActive, isInTime, isForProduct, isAtAddress, hasSeat] as const;

/**
 * Goes through the conditions, in their order. Each by its name: a loop over the list takes 30 ns longer, a third more, and this
 * runs for every check. That the two agree is tested.
 * @param now the time of the check, in milliseconds since the Unix epoch
 * @param seating how the key's seats stand to the device; undefined where devices aren't counted, or don't matter
 */
export function judge(key: JudgedKey | undefined, request: JudgedRequest, now: number, seating?: Seating): Verdict {
  if (!key) return NOT_FOUND;
  const refused =
    isEnabled.refusal(key, request, now, seating) ??
    isActive.refusal(key, request, now, seating) ??
    isInTime.refusal(key, request, now, seating) ??
    isForProduct.refusal(key, request, now, seating) ??
    isAtAddress.refusal(key, request, now, seating) ??
    hasSeat.refusal(key, request, now, seating);
  if (refused) return refused;
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
