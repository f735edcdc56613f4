import type { AuditAction } from '../access/audit/change';
import type { Problem } from '../platform/errors/error-codes';
import { notFound } from '../platform/errors/errors';
import { newKey, type PublicKey, type Signer } from './jws';
import { firstKeySet, type KeySetPayload, rotated, withRevoked, withRoot } from './key-set-payload';
import type { OpenedKeySet } from './key-set-proof';
import type { State } from './key-set-state';
import { carryOn, type Published } from './published-key-sets';

export const NO_SUCH_SIGNING_KEY: Problem<'signingKey.notFound'> = {
  code: 'signingKey.notFound',
  message: 'No signing key has this kid.',
};

/** An unsigned change of keys. It follows from the last signed key set alone. */
export interface Draft {
  readonly action: AuditAction;
  readonly before?: KeySetPayload;
  /** Already published sets stay as they are. */
  readonly between: readonly (KeySetPayload | OpenedKeySet)[];
  readonly after: KeySetPayload;
  readonly made: readonly (PublicKey & Signer)[];
  /** Programs with the old root key will not trust the new set. */
  readonly isAnew?: true;
}

/** @returns undefined if there is nothing to change */
export type Drafting = (state: State, now: number) => Draft | undefined;

export function draftFirst(iss: string, now: number): Draft {
  const [root, signing] = [newKey(), newKey()];
  const after = firstKeySet(iss, 1, now, { root, signing });
  return { action: 'create', between: [], after, made: [root, signing], isAnew: true };
}

export function draftAnew(before: KeySetPayload, iss: string | undefined, now: number): Draft {
  const [root, signing] = [newKey(), newKey()];
  const revoked = [...before.revoked, ...before.keys.map(({ kid }) => kid)];
  const after = firstKeySet(iss ?? before.iss, before.version + 1, now, { root, signing, revoked });
  return { action: 'create', before, between: [], after, made: [root, signing], isAnew: true };
}

export const draftRotation: Drafting = ({ latest: { payload: before } }, now) => {
  const signing = newKey();
  return { action: 'rotate', before, between: [], after: rotated(before, signing, now), made: [signing] };
};

/** @throws {ApiError} 404 if no signing key has this `kid` */
export const draftRevocation =
  (kid: string): Drafting =>
  ({ latest: { payload: before } }, now) => {
    if (before.revoked.includes(kid)) return undefined;
    if (!before.keys.some((key) => key.kid === kid)) throw notFound(NO_SUCH_SIGNING_KEY);
    const signing = newKey();
    const after = withRevoked(before, kid, signing, now);
    const made = after.keys.some((key) => key.kid === signing.kid) ? [signing] : [];
    return { action: 'revoke', before, between: [], after, made };
  };

export const draftRoot: Drafting = ({ latest: { payload: before } }, now) => {
  const root = newKey();
  return { action: 'rotate', before, between: [], after: withRoot(before, root, now), made: [root] };
};

/** After a restore: rotates, unless the database has all published sets. Throws as `carryOn`. */
export const draftRestored =
  (published: Published): Drafting =>
  ({ sets, latest }, now) => {
    const { sets: between, last } = carryOn(sets, published);
    const before = latest.payload;
    const isKnown = between.length === 0 && last.revoked.length === before.revoked.length;
    if (isKnown && last.keys.length === before.keys.length) return undefined;
    const signing = newKey();
    return {
      action: 'rotate',
      before,
      between,
      after: rotated(last, signing, now),
      made: [signing],
    };
  };
