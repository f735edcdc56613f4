import { missingScope } from '../../platform/errors/errors';
import type { Role } from '../../platform/settings/open-id';
import type { Scope } from '../scopes/scope-names';

export interface Caller {
  /** The key that was sent or opened the session; null for a person signed in through an identity provider. */
  readonly apiKeyId: number | null;
  /** Owner of idempotency keys and quotas: the API key's id, or a negative number for a person (decision 088). */
  readonly ownerId: number;
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
  /** When the presented secret ends, in milliseconds since the Unix epoch; Infinity when it doesn't. */
  readonly usableUntil: number;
  /** Absent for an API key in a header. */
  readonly session?: CallersSession;
}

export function hasScope({ scopes }: Caller, scope: Scope): boolean {
  return scopes.has(scope) || scopes.has('admin');
}

/** For a scope that a request needs besides its operation's own. @throws {ApiError} 403 unless the caller has all */
export function requireScopes(caller: Caller | undefined, ...scopes: readonly Scope[]): void {
  const missing = scopes.find((scope) => !caller || !hasScope(caller, scope));
  if (missing) throw missingScope(missing, caller?.session !== undefined);
}

export interface CallersSession {
  readonly id: number;
  /** Null where the scopes are those of an API key. */
  readonly role: Role | null;
  readonly personHash: string | null;
  /** Latest end, in milliseconds since the Unix epoch. */
  readonly expiresAt: number;
  /** As last read, in milliseconds since the Unix epoch. */
  readonly lastUsedAt: number;
}
