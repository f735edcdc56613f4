import { isInRange, parseAddressRange } from '../../platform/addresses/address';
import type { VerdictLabel } from '../license-logs/verdict-labels';

/** Whether a copy may run, and why. */
export interface Verdict {
  readonly status: VerdictLabel;
  /** True for AUTHORISED only. */
  readonly pass: boolean;
  readonly details: string;
  /** Which of several products passed. */
  readonly proId?: number;
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

const verdict = (status: VerdictLabel, details: string): Verdict => ({
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

/**
 * The rule that the service exists for. The first condition that holds decides: existence, administrator, owner,
 * time, product, address (decisions, section 6; decision 017). It knows no clock and no database.
 * @param now the time of the check, in milliseconds since the Unix epoch
 */
export function judge(key: JudgedKey | undefined, request: JudgedRequest, now: number): Verdict {
  if (!key) return NOT_FOUND;
  if (key.disabled) return KEY_DISABLED;
  if (!key.status) return NOT_ACTIVE;
  if (key.expiresAt !== null && now >= key.expiresAt) return EXPIRED;
  if (!isFor(request.pid, key.product)) return INVALID_PRODUCT;
  if (!isAllowed(key.ip, request.address)) return NOT_AUTHORISED;
  return typeof request.pid === 'object' ? { ...AUTHORISED, proId: key.product } : AUTHORISED;
}

/** An address that isn't authorised is an error to those who read `msg` and a verdict to those who read `pass`. */
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
