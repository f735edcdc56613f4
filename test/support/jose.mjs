// Verifies and signs what keylink signs and verifies, with a library that had no part in it. A process of its own: Jest can't load
// its ES modules on Node 20. Standard input: a list of { jws, keys, typ } and { payload, signers, isGeneral }; standard output, for
// each, what it says as { header, payload }, or the signed text as { jws }; or { error }.
import { text } from 'node:stream/consumers';
import { CompactSign, compactVerify, createLocalJWKSet, GeneralSign, generalVerify, importJWK } from 'jose';

const curve = { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA' };

async function verify({ jws, keys, typ }) {
  const check = typeof jws === 'string' ? compactVerify : generalVerify;
  const known = keys.map((key) => ({ ...curve, ...key }));
  // A key without a name is for all.
  const key = known[0].kid === undefined ? await importJWK(known[0]) : createLocalJWKSet({ keys: known });
  const { payload, protectedHeader } = await check(jws, key, { algorithms: ['EdDSA'] });
  if (protectedHeader.typ !== typ) throw new Error(`It is a ${protectedHeader.typ}.`);
  return { header: protectedHeader, payload: JSON.parse(new TextDecoder().decode(payload)) };
}

async function sign({ payload, signers, isGeneral }) {
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  const jws = new (isGeneral ? GeneralSign : CompactSign)(bytes);
  for (const { header, jwk } of signers) {
    const key = await importJWK({ ...curve, ...jwk });
    if (!isGeneral) return { jws: await jws.setProtectedHeader(header).sign(key) };
    jws.addSignature(key).setProtectedHeader(header);
  }
  return { jws: JSON.stringify(await jws.sign()) };
}

const asked = JSON.parse(await text(process.stdin));
const answers = asked.map((each) =>
  (each.jws === undefined ? sign : verify)(each).catch(({ message }) => ({ error: message })),
);
process.stdout.write(JSON.stringify(await Promise.all(answers)));
