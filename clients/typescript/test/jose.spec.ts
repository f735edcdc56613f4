import { signAll, verifyAll } from '../../../test/support/ask-jose.js';
import { KeyChain } from '../src/key-chain.js';
import { nodeCrypto } from '../src/node-crypto.js';
import { readToken } from '../src/token.js';
import { KEYS, keySetPayload, LICENSE, type TestKey, VERDICT } from './support/signer.js';
import { firstRoot, fourth, PASS, PROMISE, secondRoot, signing, third } from './support/vector-world.js';
import { makeVectors, type TokenFile } from './support/vectors.js';

/* jose is another's library. What it signs is believed here, and what is believed here it verifies. */

const { verdicts, licenses, 'key-sets': keySets } = makeVectors();
const signer = (key: TestKey, typ: string) => ({ header: key.header(typ), jwk: key.jwk });
const payloadOf = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as { root: { x: string } };

it('believes verdicts, licenses and key sets that jose has signed', async () => {
  const [verdict, license, changed, latest] = await signAll([
    { payload: PASS, signers: [signer(signing, VERDICT)] },
    { payload: PROMISE, signers: [signer(signing, LICENSE)] },
    { payload: keySetPayload(third), signers: [signer(firstRoot, KEYS), signer(secondRoot, KEYS)], isGeneral: true },
    { payload: keySetPayload(fourth), signers: [signer(secondRoot, KEYS)], isGeneral: true },
  ]);
  const chain = await KeyChain.startingAt(nodeCrypto, firstRoot.x);
  expect(await chain.restore([changed, latest])).toBe(true);
  expect(chain.latest).toMatchObject({ version: 4 });
  expect(await readToken(nodeCrypto, chain.latest!, verdict)).toMatchObject({ kind: 'verdict', pass: true });
  expect(await readToken(nodeCrypto, chain.latest!, license)).toMatchObject({ kind: 'license', jti: PROMISE.jti });
});

it('has its key sets verified by jose, with the root that signed them', async () => {
  const latest = keySets.vectors.filter(({ valid }) => valid).map((vector) => vector.keySets.at(-1)!);
  const asked = latest.map((text) => {
    const jws = JSON.parse(text) as { payload: string; signatures: { protected: string; signature: string }[] };
    return { jws, keys: [{ x: payloadOf(jws.payload).root.x }], typ: KEYS };
  });
  const verified = await verifyAll(asked);
  expect(verified.map(({ payload }) => payload)).toEqual(asked.map(({ jws }) => payloadOf(jws.payload)));
});

/** Of the vectors that are refused here, those about which jose has no opinion. */
const KNOWN_HERE_ONLY: Record<string, string[]> = {
  verdicts: [
    // An answer to another question.
    ['another nonce', 'no nonce', 'another license key', 'the license key as text', 'another product', 'device null'],
    ['a pass without a product', 'the product as text', 'another device', 'another issuer'],
    ['a pass without a device, where one was sent', 'a pass with a device, where none was sent'],
    // What it says is no verdict.
    ['pass as text', 'a pass whose status is a refusal', 'a refusal whose status is a pass', 'a list'],
    ['iat as text', 'iat with a fraction', 'exp null', 'exp before iat'],
    ['iat as true', 'iat negative', 'iss as a list', 'iss as a number', 'exp beyond 2^53', 'exp beyond all numbers'],
    ['expiresAt as text', 'leaseUntil null', 'leaseUntil with a fraction', 'a pass without a product, where that is 0'],
    ['a refusal without a status', 'a refusal whose status is a number', 'a refusal whose nonce is a list'],
    ['a refusal whose product is true'],
    ['a refusal for what is not contained that says it passes', 'an entitlement twice', 'entitlements twice'],
    ['an entitlement of half a character'],
    // What other languages can't read, or read in another way.
    ['33 lists and objects in each other', 'hundreds of lists in each other', 'half a character'],
    ['a name that begins with NUL', 'more than 8192 characters'],
    // Spellings that are read in two ways, and headers that are none of ours.
    ['a key of its own', 'an address of keys', 'kid twice', 'pass twice', 'pass twice, once escaped'],
    ['padding', 'a line break at the end', 'stray bits at the end of the signature', 'a byte order mark', 'not UTF-8'],
    // What key sets say of the key.
    ['a key that was revoked', 'a key that signs no more', 'a key that did not sign yet'],
  ].flat(),
  licenses: [
    ['a license for another key', 'a license for another product', 'a license for another device'],
    ['a license for a device, where none is named', 'a license of another issuer', 'a license without a product'],
    ['a license without a name', 'a license that ends never', 'a license that has ended'],
    ['a license of a key that was revoked', 'a license that ends beyond 2^53', 'a license whose end is true'],
    ['a license whose name is a number', 'a license whose name is null', 'a license whose device is null'],
    ['a license whose nonce is a number', 'a license whose nonce is null', 'a license for the product true'],
    ['a license without a product, where that is 0', 'a license with entitlements twice'],
  ].flat(),
};

it.each<[string, string, TokenFile]>([
  ['verdicts', VERDICT, verdicts],
  ['licenses', LICENSE, licenses],
])('agrees with jose about all %s of the vectors', async (name, typ, { keySets: chain, vectors }) => {
  const { payload } = JSON.parse(chain.at(-1)!) as { payload: string };
  const { keys } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { keys: { kid: string; x: string }[] };
  const verified = await verifyAll(vectors.map(({ token }) => ({ jws: token, keys, typ })));
  const believed = vectors.filter((_, index) => verified[index].error === undefined);
  expect(vectors.filter((each) => each.valid && !believed.includes(each))).toEqual([]);
  const withoutOpinion = believed.filter(({ valid }) => !valid).map((each) => each.name);
  expect(new Set(withoutOpinion)).toEqual(new Set(KNOWN_HERE_ONLY[name]));
});
