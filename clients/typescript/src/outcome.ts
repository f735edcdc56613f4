import type { ErrorCode } from './error-codes.js';
import type { Entitlements, Token } from './token.js';

/** The copy may run. */
export interface Allowed {
  readonly outcome: 'allowed';
  /** How long it may run without another answer: milliseconds since 1970. */
  readonly until: number;
  /** What says so: an answer of now, the last signed pass, or an offline license. */
  readonly source: 'service' | 'cache' | 'license';
  /** What the license key contains: for clients with the option `entitlements`, and from an offline license. It is signed. */
  readonly entitlements?: Entitlements;
  /** The license key has expired and passes until then, so the program may ask to renew: milliseconds since 1970. */
  readonly graceUntil?: number;
}

export function allowedBy<Source extends Allowed['source']>(
  token: Token,
  source: Source,
): Allowed & { source: Source } {
  const { exp, entitlements } = token;
  const graceUntil = token.kind === 'verdict' ? token.graceUntil : undefined;
  return { outcome: 'allowed', until: exp * 1000, source, entitlements, graceUntil };
}

/** The service has signed, as an answer to this very check, that the copy may not run. */
export interface Refused {
  readonly outcome: 'refused';
  /** Such as `EXPIRED` or `KEY DISABLED`. */
  readonly status: string;
  /** A sentence for people. It isn't signed: show it, and decide nothing by it. */
  readonly details: string;
  /** With `UPDATE NOT COVERED`, for clients with the option `version`: the newest version that the license key covers. */
  readonly newestCovered?: string;
}

/**
 * Why there is no verdict.
 *
 * - `network`: no connection (DNS, refused, reset, TLS); `timeout`: none in time
 * - `http`: a status that is no verdict, such as 401, 429 or 503; `redirect`: it points elsewhere, where the key isn't sent
 * - `unsigned`: an answer without signature, from a portal or proxy, or from a service on which signing isn't set up
 * - `signature`: a signature that isn't to be believed, or is for something else; `keys`: key sets that aren't
 * - `retry-later`: the service asked to wait (`Retry-After`), and that isn't over
 * - `clock`: the machine's clock was set back, so the last pass isn't relied on until the service answers
 */
export type Reason =
  | 'network'
  | 'timeout'
  | 'http'
  | 'redirect'
  | 'unsigned'
  | 'signature'
  | 'keys'
  | 'retry-later'
  | 'clock';

/** Nobody said no, and nothing that was kept says yes. */
export interface Unreachable {
  readonly outcome: 'unreachable';
  readonly reason: Reason;
  /** A sentence for the program's log. */
  readonly message: string;
  /** With `http`, what the service says is wrong: one of its codes, such as `licenseKeyAuth.off`. It isn't signed. */
  readonly code?: ErrorCode;
  /** When the last pass or license ended, or ends: milliseconds since 1970. Absent when there was none. */
  readonly until?: number;
}

export type Outcome = Allowed | Refused | Unreachable;

/** What went wrong with a contact, or with keeping its result. The check went on as well as it could. */
export interface Problem {
  readonly reason: Reason | 'store';
  readonly message: string;
}

/** Thrown inside the client where there is no verdict. */
export class NoVerdict extends Error {
  constructor(
    readonly reason: Reason,
    message: string,
    /** For how many milliseconds the service asked to be left alone. */
    readonly retryAfter?: number,
    readonly code?: ErrorCode,
  ) {
    super(message);
  }
}
