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
    begin('a second signature by somebody else', [signKeySet(keySetPayload(first), [firstRoot, strangerRoot])]),
    begin('a version with a zero after the point', [
      signKeySet(JSON.stringify(keySetPayload(first)).replace('"version":1', '"version":1.0'), [firstRoot]),
    ]),
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
  const signatureOf = (text: string): object => (JSON.parse(text) as { signatures: object[] }).signatures[0];
  const byStranger = signatureOf(signKeySet(keySetPayload(first), [strangerRoot]));
  const forVerdicts = signatureOf(signKeySet(keySetPayload(first), [strangerRoot], VERDICT));
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
    refuse('notBefore as text', [changed({ keys: [{ kid: stolen.kid, x: stolen.x, notBefore: String(at(0)) }] })]),
    refuse('notBefore true', [changed({ keys: [{ kid: stolen.kid, x: stolen.x, notBefore: true }] })]),
    refuse('notAfter before notBefore', [
      changed({ keys: [{ kid: stolen.kid, x: stolen.x, notBefore: at(1), notAfter: at(0) }] }),
    ]),
    refuse('keys as an object', [changed({ keys: {} })]),
    refuse('revoked as an object', [changed({ revoked: {} })]),
    refuse('a number that is revoked', [changed({ revoked: [7] })]),
    refuse('iss as a number', [changed({ iss: 7 })]),
    refuse('no iat', [changed({ iat: undefined })]),
    refuse('iat as text', [changed({ iat: String(at(0)) })]),
    refuse('exp at iat', [signKeySet(keySetPayload({ ...first, iat: NOW + 1, exp: NOW + 1 }), [firstRoot])]),
    refuse('exp beyond 2^53', [changed({ exp: 2 ** 53 })]),
    refuse('version true', [changed({ version: true })]),
    refuse('a second signature for another purpose', [again({ signatures: [signature, forVerdicts] })]),
    refuse('a second signature that is cut', [
      again({ signatures: [signature, { ...byStranger, signature: 'AAAA' }] }),
    ]),
    refuse('three signatures', [again({ signatures: [signature, byStranger, forVerdicts] })]),
    refuse('signatures as an object', [again({ signatures: { 0: signature } })]),
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
