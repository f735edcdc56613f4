import { base64url, KEYS, keySetPayload, signKeySet, VERDICT } from './signer.js';
import {
  at,
  CHAIN,
  first,
  firstRoot,
  fourth,
  NOW,
  second,
  secondRoot,
  signedFirst,
  signedFourth,
  signedSecond,
  signedThird,
  signing,
  stolen,
  strangerRoot,
  third,
} from './vector-world.js';

export interface KeySetVector {
  readonly name: string;
  readonly rootKey: string;
  readonly keySets: readonly string[];
  readonly valid: boolean;
}

function validKeySets(): KeySetVector[] {
  const begin = (name: string, keySets: readonly string[], root = firstRoot) =>
    ({ name, rootKey: root.x, keySets, valid: true }) as const;
  const old = signKeySet(keySetPayload({ ...first, exp: at(20) }), [firstRoot]);
  return [
    begin('the first', [signedFirst]),
    begin('two of one root', [signedFirst, signedSecond]),
    begin('a change of the root', [signedSecond, signedThird]),
    begin('a root that is changed, and the sets after it', CHAIN),
    begin('for a program that has the second root', [signedThird, signedFourth], secondRoot),
    begin('one on the way that has expired', [old, signedSecond]),
    begin('signatures in the other order', [signedSecond, signKeySet(keySetPayload(third), [secondRoot, firstRoot])]),
  ];
}

function invalidKeySets(): KeySetVector[] {
  const refuse = (name: string, keySets: readonly string[], root = firstRoot): KeySetVector => ({
    name,
    rootKey: root.x,
    keySets,
    valid: false,
  });
  const changed = (change: object): string => signKeySet({ ...keySetPayload(first), ...change }, [firstRoot]);
  const json = JSON.parse(signedFirst) as { payload: string; signatures: object[] };
  const again = (change: object): string => JSON.stringify({ ...json, ...change });
  const [signature] = json.signatures;
  const unrevoked = signKeySet(keySetPayload({ ...fourth, revoked: [] }), [secondRoot]);
  return [
    refuse('signed by the old root alone', [signedSecond, signKeySet(keySetPayload(third), [firstRoot])]),
    refuse('signed by the new root alone', [signedSecond, signKeySet(keySetPayload(third), [secondRoot])]),
    refuse('signed by a root of nobody', [signKeySet(keySetPayload({ ...first, root: strangerRoot }), [strangerRoot])]),
    refuse('for a program that has another root', [signedFirst], strangerRoot),
    refuse('signed by a signing key', [signedFirst, signKeySet(keySetPayload(second), [stolen])]),
    refuse('a version that is left out', [signedFirst, signedThird]),
    refuse('a change of the root that is left out', [signedFirst, signedSecond, signedFourth]),
    refuse('a lower version', [signedSecond, signedFirst]),
    refuse('the same version', [signedFirst, signedFirst]),
    refuse('a revocation that is taken back', [signedSecond, signedThird, unrevoked]),
    refuse('the latest has expired', [signedFirst, signKeySet(keySetPayload({ ...second, exp: NOW }), [firstRoot])]),
    refuse('another issuer', [signedFirst, signKeySet(keySetPayload({ ...second, iss: 'somebody' }), [firstRoot])]),
    refuse('typ of another purpose', [signKeySet(keySetPayload(first), [firstRoot], VERDICT)]),
    refuse('a compact one', [firstRoot.token(KEYS, keySetPayload(first))]),
    refuse('a kid that is not its key', [changed({ keys: [{ kid: signing.kid, x: stolen.x, notBefore: at(0) }] })]),
    refuse('a root that signs verdicts', [
      changed({ keys: [{ kid: firstRoot.kid, x: firstRoot.x, notBefore: at(0) }] }),
    ]),
    refuse('version as text', [changed({ version: '1' })]),
    refuse('version 0', [changed({ version: 0 })]),
    refuse('revoked null', [changed({ revoked: null })]),
    refuse('notAfter null', [changed({ keys: [{ kid: stolen.kid, x: stolen.x, notBefore: at(0), notAfter: null }] })]),
    refuse('no signature', [again({ signatures: [] })]),
    refuse('another signature', [again({ signatures: [{ ...signature, signature: base64url(new Uint8Array(64)) }] })]),
    refuse('an unprotected header', [again({ signatures: [{ ...signature, header: { kid: 'x' } }] })]),
    refuse('two payloads', [signedFirst.replace('{', `{"payload":"${base64url('{}')}",`)]),
    refuse('a member too many', [again({ protected: 'x' })]),
    refuse('half a set', [signedFirst.slice(0, signedFirst.length / 2)]),
    refuse('none', []),
  ];
}

/** Key sets as a client may meet them. */
export const keySetVectors = (): KeySetVector[] => [...validKeySets(), ...invalidKeySets()];
