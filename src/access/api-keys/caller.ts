import type { Role } from '../../platform/settings/open-id';
import type { Scope } from '../scopes/scope-names';

/** Who a request comes from: an API key, or somebody who is signed in. */
export interface Caller {
  /** The API key it was sent with, or that the session was opened with; null for a person whom an identity provider knows. */
  readonly apiKeyId: number | null;
  /**
   * Whose requests are counted together, and whose an `Idempotency-Key` is: the id of the API key, a negative number for
   * a person (docs/decisions/089-persons-without-an-api-key.md).
   */
  readonly ownerId: number;
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
  /** When the secret that was sent ends, in milliseconds since the Unix epoch; infinite when it doesn't. */
  readonly usableUntil: number;
  /** The session it came by; absent for an API key in a header. */
  readonly session?: CallersSession;
}

/** Whether a caller may do what a scope allows. */
export function hasScope({ scopes }: Caller, scope: Scope): boolean {
  return scopes.has(scope) || scopes.has('admin');
}

/** What a caller's session is, beside what callers are. */
export interface CallersSession {
  readonly id: number;
  /** Of a person; null where the scopes are those of an API key. */
  readonly role: Role | null;
  /** Which person it is; null for an API key. */
  readonly personHash: string | null;
  /** When it ends at the latest, in milliseconds since the Unix epoch, as the next. */
  readonly expiresAt: number;
  /** As last read. */
  readonly lastUsedAt: number;
}
