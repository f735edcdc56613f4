import { LAST_DATE } from '../../platform/calendar/duration';
import type { CodeOf } from '../../platform/errors/error-codes';
import { isInRange, parseAddressRange } from '../../platform/addresses/address';
import type { Metadata } from '../../platform/fields/metadata';
import { entitlementsOf, type KeyTerms, passesUntil, updatesUntilOf } from '../license-keys/key-terms';
import { RELEASED, type VerdictLabel } from '../license-logs/verdict-labels';
import type { SeatedDevice, Seating } from '../seats/seat-plan';

export interface Verdict {
  readonly status: VerdictLabel | typeof RELEASED;
  readonly pass: boolean;
  readonly details: string;
  /** The product that passed, if several were given. */
  readonly proId?: number;
  readonly seats?: Readonly<Pick<Seating, 'of' | 'taken'>>;
  /** The device that passed; only if the license key counts devices. */
  readonly device?: SeatedDevice;
  /** The license key has expired, but passes until then: milliseconds since the Unix epoch. */
  readonly graceUntil?: number;
  /** The license key is a test key. */
  readonly test?: true;
  /** The license key's entitlements, if a check asks for them and passes. */
  readonly entitlements?: Metadata;
  /** With UPDATE NOT COVERED: the newest covered version in the same channel, if any. */
  readonly newestCovered?: string;
  /** With NO SEAT: when the first seat becomes free, in milliseconds since the Unix epoch. */
  readonly freeAt?: number;
  /** The verdict as a JWS, if the client sent a nonce. */
  readonly signed?: string;
}

export interface JudgedKey {
  /** Only if it has a plan or days of grace, or if entitlements are asked for. */
  readonly terms?: KeyTerms;
  readonly product: number;
  /** Canonical address or range; empty for any. */
  readonly ip: string;
  readonly status: boolean;
  readonly disabled: boolean;
  /** Whether it is a test key. */
  readonly test?: boolean | null;
  /** Milliseconds since the Unix epoch; null without an expiry. */
  readonly expiresAt: number | null;
}

export interface JudgedRequest {
  /** One product, or several of which any may match; undefined if the client named none. */
  readonly pid: number | readonly number[] | undefined;
  readonly address: string;
  /** The client's own text; undefined counts the address as a device. */
  readonly device?: string;
  /** Whether test keys pass for the caller: only if its API key has a scope for that. */
  readonly takesTestKeys?: boolean;
  /** Required entitlements. */
  readonly require?: readonly string[];
  /** Version of the program, if given. */
  readonly version?: string;
  /** The registered release of that version; undefined if there is none or the license key covers all versions. */
  readonly release?: CheckedRelease;
  /** Whether the answer includes the license key's entitlements. */
  readonly asksEntitlements?: boolean;
}

/** A registered release, as checks see it. */
interface CheckedRelease {
  /** Milliseconds since the Unix epoch. */
  readonly releasedAt: number;
  readonly newestCovered?: string;
}

const verdict = (status: Verdict['status'], details: string): Verdict => ({
  status,
  pass: status === 'AUTHORISED',
  details,
});

const AUTHORISED = verdict('AUTHORISED', 'Authorisation completed.');
const NOT_FOUND = verdict('NOT FOUND', 'The supplied license key does not exist.');
export const NOT_AUTHORISED = verdict('NOT AUTHORISED', 'The license key is not authorised for this IP address.');
export const ADDRESS_CODE = 'licenseKey.notAuthorised' satisfies CodeOf<403>;
export const SEAT_RELEASED = verdict(RELEASED, 'The seat was given back.');
export const HAD_NO_SEAT = verdict(RELEASED, 'This device has no seat to give back.');
export const COUNTS_NO_DEVICES = verdict(
  RELEASED,
  'This license does not count devices: there is no seat to give back.',
);
export const timeText = (time: number): string =>
  time > LAST_DATE ? `${time} ms after 1970` : new Date(time).toISOString();

export const seatHeldUntil = (time: number): Verdict =>
  verdict(RELEASED, `An offline license holds this seat until ${timeText(time)}; it is free then.`);

export type RuleName =
  | 'exists'
  | 'test'
  | 'disabled'
  | 'active'
  | 'expiry'
  | 'product'
  | 'address'
  | 'entitlements'
  | 'updates'
  | 'seats';

type Look<Found> = (key: JudgedKey, request: JudgedRequest, now: number, seating: Seating | undefined) => Found;

interface Condition {
  readonly rule: RuleName;
  readonly label: VerdictLabel;
  readonly details: string | ((seating: Seating) => string);
  /** Whether the condition applies; always, if absent. */
  readonly isAsked?: Look<boolean>;
  readonly refuses: Look<boolean>;
  /** What it saw, in a sentence for operators. */
  readonly saw: Look<string>;
}

/** The conditions of a check, in the contract's order: the first that refuses decides. */
export const CONDITIONS: readonly Condition[] = [
  {
    rule: 'test',
    label: 'TEST KEY',
    details: 'This is a test key, for tests only.',
    refuses: ({ test }, { takesTestKeys }) => test === true && !takesTestKeys,
    saw: ({ test }, { takesTestKeys }) => {
      if (!test) return 'The key is no test key.';
      return takesTestKeys
        ? 'The key is a test key, and the caller may check test keys (check:test).'
        : 'The key is a test key, and the caller may not check test keys (check:test).';
    },
  },
  {
    rule: 'disabled',
    label: 'KEY DISABLED',
    details: 'The license key was disabled by an administrator.',
    refuses: ({ disabled }) => disabled,
    saw: ({ disabled }) =>
      disabled ? 'disabled is true: an administrator switched the key off.' : 'disabled is false.',
  },
  {
    rule: 'active',
    label: 'NOT ACTIVE',
    details: 'The license key is not active.',
    refuses: ({ status }) => !status,
    saw: ({ status }) => (status ? 'status is true: the key is active.' : 'status is false: the key is not active.'),
  },
  {
    rule: 'expiry',
    label: 'EXPIRED',
    details: 'The license key has expired.',
    refuses: (key, _request, now) => key.expiresAt !== null && now >= key.expiresAt && now >= passesUntil(key)!,
    saw: (key, _request, now) => {
      const { expiresAt, terms } = key;
      if (expiresAt === null)
        return terms?.awaitsCheck
          ? 'The time of the key begins with the first check that passes.'
          : 'The key has no expiry.';
      const until = passesUntil(key)!;
      const grace = until > expiresAt ? ` Its grace ${now >= until ? 'ended' : 'ends'} at ${timeText(until)}.` : '';
      return `The key ${now >= expiresAt ? 'expired' : 'expires'} at ${timeText(expiresAt)}.${grace}`;
    },
  },
  {
    rule: 'product',
    label: 'INVALID PRODUCT',
    details: 'The supplied product ID is not authorised for this license.',
    isAsked: (_key, { pid }) => pid !== undefined,
    refuses: ({ product }, { pid }) => !isFor(pid, product),
    saw: ({ product }, { pid }) =>
      pid === undefined
        ? `The check names no product, so none is judged: it is read from pid, and fields of other names are ignored. The key is for product ${product}.`
        : `The check names product ${[pid].flat().join(', ')}; the key is for product ${product}.`,
  },
  {
    rule: 'address',
    label: 'NOT AUTHORISED',
    details: NOT_AUTHORISED.details,
    refuses: ({ ip }, { address }) => !isAllowed(ip, address),
    saw: ({ ip }, { address }) =>
      `${ip === '' ? 'Any address may use the key' : `${ip} may use the key`}; the check comes from ${address}.`,
  },
  {
    rule: 'entitlements',
    label: 'NOT ENTITLED',
    details: 'The license does not contain what the program asks for.',
    isAsked: (_key, { require = [] }) => require.length > 0,
    refuses: (key, { require = [] }) => require.length > 0 && missingOf(key, require).length > 0,
    saw: (key, { require = [] }) => {
      const has = Object.keys(entitlementsOf(key));
      const contained = `the key contains ${has.length === 0 ? 'no entitlements' : has.join(', ')}`;
      if (require.length === 0) return 'The check requires no entitlements.';
      const missing = missingOf(key, require);
      return `The check requires ${require.join(', ')}; ${contained}${missing.length === 0 ? '' : `: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`}.`;
    },
  },
  {
    rule: 'updates',
    label: 'UPDATE NOT COVERED',
    details: 'This version was released after the updates of the license ended.',
    isAsked: (_key, { version }) => version !== undefined,
    refuses: (key, { release }, now) =>
      release !== undefined && release.releasedAt > (updatesUntilOf(key, now) ?? Infinity),
    saw: (key, { version, release }, now) => {
      if (version === undefined) return 'The check names no version.';
      const until = updatesUntilOf(key, now);
      if (until === null) return 'The key covers all versions.';
      const covered = `the key covers what was released until ${timeText(until)}`;
      return release
        ? `Version ${version} was released at ${timeText(release.releasedAt)}; ${covered}.`
        : `Version ${version} is not registered, so it passes; ${covered}.`;
    },
  },
  {
    rule: 'seats',
    label: 'NO SEAT',
    details: ({ of }) =>
      of === 1 ? 'The only seat of this license is taken.' : `All ${of} seats of this license are taken.`,
    isAsked: (_key, _request, _now, seating) => seating !== undefined,
    refuses: (_key, _request, _now, seating) => seating !== undefined && !seating.holds && seating.taken >= seating.of,
    saw: (_key, { device, address }, _now, seating) => {
      if (!seating) return 'The key does not count devices.';
      const { taken, of, holds } = seating;
      const taker =
        device === undefined
          ? `the check names no device (it is read from device), so its address ${address} counts as one, and`
          : 'this device';
      return `${taken} of ${of} ${of === 1 ? 'seat is' : 'seats are'} taken; ${taker} has ${holds ? 'one of them' : 'none'}.`;
    },
  },
];

/** @param now milliseconds since the Unix epoch @param seating undefined if devices aren't counted or don't matter */
export function judge(key: JudgedKey | undefined, request: JudgedRequest, now: number, seating?: Seating): Verdict {
  if (!key) return NOT_FOUND;
  for (const { label, details, refuses } of CONDITIONS) {
    if (refuses(key, request, now, seating)) {
      const refused = verdict(label, typeof details === 'string' ? details : details(seating!));
      return label === 'UPDATE NOT COVERED' ? { ...refused, newestCovered: request.release?.newestCovered } : refused;
    }
  }
  const passed = typeof request.pid === 'object' ? { ...AUTHORISED, proId: key.product } : AUTHORISED;
  const isGrace = key.expiresAt !== null && now >= key.expiresAt;
  if (!isGrace && !request.asksEntitlements && !key.test) return passed;
  return {
    ...passed,
    test: key.test || undefined,
    graceUntil: isGrace ? passesUntil(key)! : undefined,
    entitlements: request.asksEntitlements ? entitlementsOf(key) : undefined,
  };
}

export function missingOf(key: JudgedKey, required: readonly string[]): string[] {
  const has = entitlementsOf(key);
  return required.filter((name) => !Object.hasOwn(has, name));
}

/** Body of the 403: some clients read `msg` of an error, others the verdict. */
export function addressVerdict(verdict: Verdict): Verdict & { msg: string } {
  return { ...verdict, msg: verdict.details };
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
