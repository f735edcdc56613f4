import type { KeyObject } from 'node:crypto';
import { publicHalf, type PublicKey, signGeneral, type Signer } from './jws';
import type { KeySet } from './key-set.entity';
import type { Draft } from './key-set-draft';
import type { KeySetPayload } from './key-set-payload';
import { rootPrivateKey } from './root-key';
import type { SigningKey } from './signing-key.entity';

interface Roots {
  readonly rows: readonly SigningKey[];
  readonly secretKey: KeyObject;
  readonly given?: KeyObject;
}

/** Signs each set with the previous root key and its own. @throws {ApiError} 409 if a key is unavailable */
export function signDraft({ before, between, after, made, isAnew }: Draft, roots: Roots): Omit<KeySet, 'createdAt'>[] {
  let root = before?.root ?? after.root;
  const signed: Omit<KeySet, 'createdAt'>[] = [];
  for (const set of between) {
    if ('jws' in set) {
      signed.push({ version: set.payload.version, jws: set.jws });
      root = set.payload.root;
    } else {
      const given = roots.given && publicHalf(roots.given).kid === set.root.kid ? roots.given : undefined;
      signed.push(sign(set, [signerOf(set.root, { ...roots, given })]));
    }
  }
  const own = made.find(({ kid }) => kid === after.root.kid);
  return [...signed, sign(after, [...(isAnew ? [] : [signerOf(root, roots)]), ...(own ? [own] : [])])];
}

function sign(payload: KeySetPayload, signers: readonly Signer[]): Omit<KeySet, 'createdAt'> {
  return { version: payload.version, jws: signGeneral('keylink-keys+jwt', payload, signers) };
}

function signerOf({ kid }: PublicKey, { rows, secretKey, given }: Roots): Signer {
  const row = rows.find((each) => each.kid === kid) ?? { kid, privateKey: null };
  return { kid, privateKey: rootPrivateKey(row, secretKey, given) };
}
