// Verifies what keylink signs with a library that had no part in it. A process of its own: Jest can't load its ES modules on
// Node 20. Standard input: [{ jws, x, typ }]; standard output, for each, the payload, or { error }.
import { text } from 'node:stream/consumers';
import { compactVerify, generalVerify, importJWK } from 'jose';

async function verify({ jws, x, typ }) {
  const key = await importJWK({ kty: 'OKP', crv: 'Ed25519', x }, 'EdDSA');
  const check = typeof jws === 'string' ? compactVerify : generalVerify;
  const { payload, protectedHeader } = await check(jws, key, { algorithms: ['EdDSA'] });
  if (protectedHeader.typ !== typ) throw new Error(`It is a ${protectedHeader.typ}.`);
  return { header: protectedHeader, payload: JSON.parse(new TextDecoder().decode(payload)) };
}

const asked = JSON.parse(await text(process.stdin));
const answers = asked.map((each) => verify(each).catch((error) => ({ error: error.message })));
process.stdout.write(JSON.stringify(await Promise.all(answers)));
