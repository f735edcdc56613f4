import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { type GeneralJws, verifyJws } from '../../test/support/ask-jose';
import { randomCases } from '../../test/support/cases';
import { plainNode } from '../../test/support/plain-node';
import { newKey, protectedHeader, publicHalf, signCompact, signGeneral, thumbprint } from './jws';

/** RFC 8037, appendix A. */
const RFC_KEY = {
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
};
const rfcKey = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d: RFC_KEY.d, x: RFC_KEY.x }, format: 'jwk' });
const TYPE = 'keylink-verdict+jwt';
/** Exported as JWK, Node waited for itself after 1,000 to 9,000 of them. */
const KEYS = randomCases(30_000);

it('names a key as RFC 8037 does, whichever half of it is given', () => {
  const { kid, x } = RFC_KEY;
  expect(thumbprint(x)).toBe(kid);
  expect(publicHalf(rfcKey)).toEqual({ kid, x });
});

it('names no new key in a way that a command line takes for an option', () => {
  const made = Array.from({ length: 1000 }, () => newKey());
  expect(made.filter(({ kid, privateKey }) => kid.startsWith('-') || publicHalf(privateKey).kid !== kid)).toEqual([]);
});

it('makes keys while garbage is collected, which makes Node wait for itself where a key is exported as JWK', async () => {
  // Shapes of objects that are always new make each export allocate.
  const make = `
    const { newKey } = require('./src/signing/jws.ts');
    for (let n = 0, kept = []; n < ${KEYS}; n++) kept[n % 200] = { [newKey().x]: n };
    console.log('made');`;
  const { stdout } = await plainNode(['--max-semi-space-size=1', '--eval', make], 80_000);
  expect(stdout).toBe('made\n');
});

it('signs what jose verifies, and has nothing else in its header', async () => {
  const payload = { iss: 'keylink', text: 'ä€😀', number: 1795188747395 };
  const token = signCompact(protectedHeader(TYPE, RFC_KEY.kid), payload, rfcKey);
  const verified = await verifyJws(token, RFC_KEY.x, TYPE);
  expect(verified).toEqual({ header: { alg: 'EdDSA', typ: TYPE, kid: RFC_KEY.kid }, payload });
  expect(await verifyJws(token, publicHalf(generateKeyPairSync('ed25519').publicKey).x, TYPE)).toHaveProperty('error');
  expect(await verifyJws(token, RFC_KEY.x, 'keylink-license+jwt')).toHaveProperty('error');
});

it('signs by several keys what jose verifies with each', async () => {
  const keys = [rfcKey, generateKeyPairSync('ed25519').privateKey].map((privateKey) => ({
    privateKey,
    ...publicHalf(privateKey),
  }));
  const jws = JSON.parse(signGeneral('keylink-keys+jwt', { version: 2 }, keys)) as GeneralJws;
  expect(jws.signatures).toHaveLength(2);
  for (const { x, kid } of keys) {
    const verified = await verifyJws(jws, x, 'keylink-keys+jwt');
    expect([verified.payload, verified.header.kid]).toEqual([{ version: 2 }, kid]);
  }
});
