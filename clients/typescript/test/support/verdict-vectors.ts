import { createHmac } from 'node:crypto';
import { verdictsWithEntitlements } from './entitlement-vectors.js';
import { base64url, KEYS, sha256, VERDICT, LICENSE } from './signer.js';
import {
  ASKED,
  at,
  bound,
  invalid,
  license,
  mend,
  NOW,
  pass,
  PASS,
  retired,
  secondRoot,
  signing,
  stolen,
  stranger,
  text,
  type TokenVector,
  valid,
} from './vector-world.js';

const withHeader = (change: object): string => signing.compact({ ...signing.header(VERDICT), ...change }, PASS);
const withText = (text: string): string => signing.token(VERDICT, text);

const signatureOf = (change: (bytes: Buffer) => Uint8Array): string =>
  mend(pass(), ([header, payload, signature]) => [
    header,
    payload,
    base64url(change(Buffer.from(signature, 'base64url'))),
  ]);

/** The same signature with the order of the group added to its second half: some readers take it for another. */
function addOrder(signature: Buffer): Uint8Array {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const places = [0, 1, 2, 3].map((place) => [BigInt(64 * place), 8 * place] as const);
  const sum = places.reduce((sum, [bits, byte]) => sum + (signature.readBigUInt64LE(32 + byte) << bits), order);
  const bytes = Buffer.alloc(32);
  for (const [bits, byte] of places) bytes.writeBigUInt64LE(BigInt.asUintN(64, sum >> bits), byte);
  return Buffer.concat([signature.subarray(0, 32), bytes]);
}

/** Signed with the text of a public key as the secret of an HMAC. */
function byHmac(secret: string | Buffer): string {
  const header = { alg: 'HS256', typ: VERDICT, kid: signing.kid };
  const signed = `${base64url(JSON.stringify(header))}.${base64url(text)}`;
  return `${signed}.${base64url(createHmac('sha256', secret).update(signed).digest())}`;
}

/** A last character that decodes to the same bytes in careless readers. */
function withStrayBits(part: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return part.slice(0, -1) + alphabet[alphabet.indexOf(part.slice(-1)) + 1];
}

function validVerdicts(): TokenVector[] {
  const refusal = { exp: NOW + 60, status: 'EXPIRED', pass: false };
  const unicode = { key: 'ключ-鍵', device: 'Ännas Läptop 💻' };
  return [
    valid('a pass', pass()),
    valid('a pass of a check without a device', pass({ device: undefined }), { device: undefined }),
    valid('a pass of a leased seat', pass({ exp: NOW + 60, leaseUntil: (NOW + 60) * 1000 + 345 })),
    valid('a pass of a key that expires', pass({ exp: NOW + 5, expiresAt: (NOW + 5) * 1000 + 999 })),
    valid('a refusal', pass(refusal)),
    valid('a refusal of a key that does not exist', pass({ ...refusal, status: 'NOT FOUND', product: undefined })),
    valid('a pass for a key and a device outside of ASCII', pass(bound({ ...ASKED, ...unicode })), unicode),
    valid('a pass by a key that signs no more, of its time', retired.token(VERDICT, { ...PASS, iat: at(90) + 60 })),
    valid('a pass with a member that came later', pass({ seats: { of: 3, taken: 2 } })),
    valid('a pass whose JSON has spaces', withText(JSON.stringify(PASS, null, 2))),
    valid('a pass whose texts have colons and quotes', pass({ note: 'a:b "c": {"d":1}\\' })),
  ];
}

function versusOtherChecks(): TokenVector[] {
  return [
    invalid('another nonce', pass({ nonce: 'n0nce-of-another-check' })),
    invalid('no nonce', pass({ nonce: undefined })),
    invalid('another license key', pass({ key: sha256('another') })),
    invalid('the license key as text', pass({ key: ASKED.key })),
    invalid('another product', pass({ product: 7 })),
    invalid('a pass without a product', pass({ product: undefined })),
    invalid('the product as text', pass({ product: '6' })),
    invalid('another device', pass({ device: sha256('another') })),
    invalid('a pass without a device, where one was sent', pass({ device: undefined })),
    invalid('a pass with a device, where none was sent', pass(), { device: undefined }),
    invalid('a license as a verdict', license()),
    invalid('a license with a verdict in it', signing.token(LICENSE, PASS)),
  ];
}

function versusHeaders(): TokenVector[] {
  const none = { alg: 'none', typ: VERDICT, kid: signing.kid };
  return [
    invalid('alg none, without a signature', `${base64url(JSON.stringify(none))}.${base64url(text)}.`),
    invalid('alg none, with a true signature', withHeader(none)),
    invalid('HS256 with the public key as secret', byHmac(Buffer.from(signing.x, 'base64url'))),
    invalid("HS256 with the public key's text as secret", byHmac(signing.x)),
    invalid('another alg', withHeader({ alg: 'ES256' })),
    invalid('alg in other letters', withHeader({ alg: 'eddsa' })),
    invalid('a kid of nobody', stranger.token(VERDICT, PASS)),
    invalid('a kid of ours, signed by nobody', stranger.compact(signing.header(VERDICT), PASS)),
    invalid('signed by the root', secondRoot.token(VERDICT, PASS)),
    invalid('no kid', withHeader({ kid: undefined })),
    invalid('typ of another purpose', withHeader({ typ: KEYS })),
    invalid('typ of any JWT', withHeader({ typ: 'JWT' })),
    invalid('no typ', withHeader({ typ: undefined })),
    invalid('crit', withHeader({ crit: ['exp'] })),
    invalid('b64 false', withHeader({ b64: false, crit: ['b64'] })),
    invalid('a key of its own', withHeader({ jwk: { kty: 'OKP', crv: 'Ed25519', x: stranger.x } })),
    invalid('an address of keys', withHeader({ jku: 'https://example.com/keys' })),
    invalid('kid twice', signing.compact(JSON.stringify(signing.header(VERDICT)).replace('{', '{"kid":"x",'), PASS)),
  ];
}

function versusForm(): TokenVector[] {
  const parts = pass().split('.');
  const general = JSON.stringify({ payload: parts[1], signatures: [{ protected: parts[0], signature: parts[2] }] });
  return [
    invalid('nothing', ''),
    invalid('two parts', parts.slice(0, 2).join('.')),
    invalid('two payloads', [parts[0], parts[1], parts[1], parts[2]].join('.')),
    invalid('the other serialisation', general),
    invalid('padding', `${pass()}==`),
    invalid('a line break at the end', `${pass()}\n`),
    invalid(
      'base64 with a space in it',
      mend(pass(), ([a, b, c]) => [a, `${b.slice(0, 8)} ${b.slice(8)}`, c]),
    ),
    invalid(
      'base64 with junk in it',
      mend(pass(), ([a, b, c]) => [a, `${b.slice(0, 8)}!${b.slice(8)}`, c]),
    ),
    invalid(
      'base64 of the other alphabet',
      mend(pass(), ([a, b, c]) => [a, b, `+${c.slice(1)}`]),
    ),
    invalid(
      'stray bits at the end of the signature',
      mend(pass(), ([a, b, c]) => [a, b, withStrayBits(c)]),
    ),
    invalid(
      'a signature that was cut',
      signatureOf((bytes) => bytes.subarray(0, 63)),
    ),
    invalid(
      'a signature that is too long',
      signatureOf((bytes) => Buffer.concat([bytes, Buffer.from([0])])),
    ),
    invalid(
      'a signature with one bit changed',
      signatureOf((bytes) => bytes.fill(bytes[5] ^ 1, 5, 6)),
    ),
    invalid(
      'a signature of zeros',
      signatureOf(() => new Uint8Array(64)),
    ),
    invalid('a signature in its other form', signatureOf(addOrder)),
    invalid(
      'the signature of another verdict',
      mend(pass(), ([a, b]) => [a, b, pass({ exp: NOW + 1 }).split('.')[2]]),
    ),
    invalid(
      'a payload that was edited',
      mend(pass({ pass: false, status: 'EXPIRED' }), ([a, , c]) => [a, parts[1], c]),
    ),
  ];
}

function versusPayloads(): TokenVector[] {
  const utf8 = `${signing.compact(signing.header(VERDICT), PASS).split('.')[0]}.${base64url(Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from(',"note":"'), Buffer.from([0xff]), Buffer.from('"}')]))}`;
  return [
    invalid('pass twice', withText(text.replace('"pass":true', '"pass":false,"pass":true'))),
    invalid('pass twice, once escaped', withText(text.replace('"pass":true', '"p\\u0061ss":false,"pass":true'))),
    invalid('pass as text', pass({ pass: 'true' })),
    invalid('a pass whose status is a refusal', pass({ status: 'EXPIRED' })),
    invalid('a refusal whose status is a pass', pass({ pass: false })),
    invalid('another issuer', pass({ iss: 'somebody' })),
    invalid('iat as text', pass({ iat: String(NOW) })),
    invalid('iat with a fraction', pass({ iat: NOW + 0.5 })),
    invalid('exp null', pass({ exp: null })),
    invalid('exp before iat', pass({ exp: NOW - 1 })),
    invalid('device null', pass({ device: null }), { device: undefined }),
    invalid('a list', withText('[]')),
    invalid('no JSON', withText('pass')),
    invalid('JSON and more', withText(`${text} {}`)),
    invalid('a byte order mark', withText(`\uFEFF${text}`)),
    invalid('not UTF-8', `${utf8}.${base64url(signing.sign(utf8))}`),
    ...oddForms(),
    invalid('a key that was revoked', stolen.token(VERDICT, { ...PASS, iat: at(10), exp: at(101) })),
    invalid('a key that signs no more', retired.token(VERDICT, { ...PASS, iat: at(90) + 61 })),
    invalid('a key that did not sign yet', pass({ iat: at(90) - 61 })),
  ];
}

/** Signed forms that languages read in different ways. What they are told of the same token must not depend on theirs. */
function oddForms(): TokenVector[] {
  const refusal = { exp: NOW + 60, status: 'EXPIRED', pass: false };
  const noted = (json: string): string => withText(text.replace('}', `,"note":${json}}`));
  const exp = (json: string): string => withText(text.replace(`"exp":${PASS.exp}`, `"exp":${json}`));
  return [
    valid('times with a zero after the point', exp(`${PASS.exp}.0`)),
    valid('times with an exponent', exp(`${PASS.exp}0E-1`)),
    valid('a member that came later and is null', noted('null')),
    valid('members that are named by numbers', noted('{"0":1,"7":[]}')),
    valid('a number beyond all numbers in a member that came later', noted('1'.repeat(5000))),
    valid('32 lists and objects in each other', noted('['.repeat(31) + ']'.repeat(31))),
    invalid('33 lists and objects in each other', noted('['.repeat(32) + ']'.repeat(32))),
    invalid('hundreds of lists in each other', noted('['.repeat(2900) + ']'.repeat(2900))),
    invalid('half a character', noted('"\\ud83d"')),
    invalid('a name that begins with NUL', noted('{"\\u0000a":1}')),
    invalid('more than 8192 characters', noted(`"${'x'.repeat(8192)}"`)),
    invalid('iat as true', pass({ iat: true })),
    invalid('iat negative', pass({ iat: -1 })),
    invalid('exp beyond 2^53', exp('9007199254740992')),
    invalid('exp beyond all numbers', exp('1e999')),
    invalid('exp NaN', exp('NaN')),
    invalid('exp Infinity', exp('Infinity')),
    invalid('NaN in a member that came later', noted('NaN')),
    invalid('iss as a list', pass({ iss: ['keylink'] })),
    invalid('iss as a number', pass({ iss: 7 })),
    invalid('a refusal without a status', pass({ ...refusal, status: undefined })),
    invalid('a refusal whose status is a number', pass({ ...refusal, status: 5 })),
    invalid('a refusal whose nonce is a list', pass({ ...refusal, nonce: [ASKED.nonce] }), { nonce: undefined }),
    invalid('a refusal whose product is true', pass({ ...refusal, product: true }), { product: 1 }),
    invalid('a pass without a product, where that is 0', pass({ product: undefined }), { product: 0 }),
    invalid('expiresAt as text', pass({ expiresAt: String(NOW) })),
    invalid('leaseUntil null', pass({ leaseUntil: null })),
    invalid('leaseUntil with a fraction', pass({ leaseUntil: NOW * 1000 + 0.5 })),
  ];
}

/** Signed answers: true ones, and what an attacker could make of them. */
export const verdictVectors = (): TokenVector[] =>
  [validVerdicts, versusOtherChecks, versusHeaders, versusForm, versusPayloads, verdictsWithEntitlements].flatMap(
    (make) => make(),
  );
