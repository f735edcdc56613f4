import { type Caller, hasScope } from '../../access/api-keys/caller';
import type { Scope } from '../../access/scopes/scope-names';
import { type ApiError, beyondScope, invalidField, missingScope } from '../../platform/errors/errors';
import { type Field, fieldsIn, sentName } from '../../platform/fields/field';
import type { UpdateLicenseKeyDto } from './dto/update-license-key.dto';
import { LICENSE_KEY_FIELDS } from './license-key-fields';
import type { LicenseKey } from './license-key.entity';

/** Scopes that may change only some fields, broader ones first; see `changedBy`. */
export const NARROW_SCOPES = ['keys:support', 'keys:disable'] as const satisfies readonly Scope[];
type NarrowScope = (typeof NARROW_SCOPES)[number];

/** What a caller may do to a license key; `narrow` is absent if it may change every field. */
export interface KeyRights {
  readonly mayRead: boolean;
  readonly narrow?: NarrowScope;
}

const DAY_MS = 86_400_000;
const FIELDS: readonly (readonly [name: string, field: Field])[] = fieldsIn(LICENSE_KEY_FIELDS, 'update');
const MOVED = FIELDS.filter(([, { movedByDays }]) => movedByDays !== undefined) as [keyof LicenseKey, Field][];

const fieldsOf = (scope: Scope): string[] =>
  FIELDS.filter(([, { changedBy }]) => changedBy?.includes(scope)).map(([name, field]) => sentName(name, field));

const BY_DISABLE = fieldsOf('keys:disable');
const BY_SUPPORT = fieldsOf('keys:support');

export const DISABLED_MISSING =
  'Send {"disabled": true} or {"disabled": false}: it is all that the scope keys:disable may change.';
export const SUPPORT_MISSING = `Send at least one of the fields that the scope keys:support may change: ${BY_SUPPORT.join(', ')}.`;

export const beyondSupport = (field: string) =>
  beyondScope(
    `The scope "keys:support" changes ${BY_SUPPORT.join(', ')} only; for ${field} the scope "keys:write" is needed.`,
  );
export const movedTooFar = (field: string, days: number) =>
  beyondScope(
    `With the scope "keys:support", ${field} moves at most ${days} days later than it is, and no earlier; for any other time the scope "keys:write" is needed.`,
  );

export function rightsOf(caller: Caller): KeyRights {
  const mayRead = hasScope(caller, 'keys:read');
  if (hasScope(caller, 'keys:write')) return { mayRead };
  return { mayRead, narrow: caller.scopes.has('keys:support') ? 'keys:support' : 'keys:disable' };
}

/** Fields of an unvalidated body that the narrow scopes don't include. */
export function beyondRights(scopes: ReadonlySet<Scope>, body: unknown, isPerson: boolean): ApiError | undefined {
  const sent = Object.keys(body ?? {});
  if (!scopes.has('keys:support')) {
    const beyond = sent.filter((name) => !BY_DISABLE.includes(name) && name !== 'reason');
    if (beyond.length === 0) return undefined;
    return missingScope(beyond.every((name) => BY_SUPPORT.includes(name)) ? 'keys:support' : 'keys:write', isPerson);
  }
  // Unknown fields are refused elsewhere.
  const beyond = FIELDS.map(([name, field]) => sentName(name, field)).find(
    (name) => sent.includes(name) && !BY_SUPPORT.includes(name),
  );
  return beyond === undefined ? undefined : beyondSupport(beyond);
}

/** An empty change would reveal the key without a trace. @throws {ApiError} 400 */
export function requireChange({ narrow }: KeyRights, body: UpdateLicenseKeyDto): void {
  if (narrow === 'keys:disable' && body.disabled === undefined) throw invalidField(DISABLED_MISSING);
  const given = body as Readonly<Record<string, unknown>>;
  if (narrow === 'keys:support' && BY_SUPPORT.every((name) => given[name] === undefined))
    throw invalidField(SUPPORT_MISSING);
}

/** @throws {ApiError} 403 if a time is moved further than the caller may */
export function requireReach({ narrow }: KeyRights, before: LicenseKey, after: LicenseKey): void {
  if (narrow === undefined) return;
  for (const [name, { movedByDays = 0 }] of MOVED) {
    const [from, to] = [before[name] as number | null, after[name] as number | null];
    if (from === to) continue;
    const isReached = from !== null && to !== null && to > from && to - from <= movedByDays * DAY_MS;
    if (!isReached) throw movedTooFar(name, movedByDays);
  }
}
