import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clientOf, OpenStore, PRODUCT, REQUEST } from './support/clients.js';
import { base64url, keySetPayload, LICENSE, sha256, signKeySet, TestKey, VERDICT } from './support/signer.js';
import { type Answer, json, type Request, StandIn } from './support/stand-in.js';
import { VirtualClock } from './support/virtual-clock.js';

/* Who sits between program and service, or at the program's files, gets neither a pass nor a refusal out of it. */

const START = Date.UTC(2027, 0, 1);
const DAY = 24 * 60 * 60 * 1000;

let clock: VirtualClock;
let standIn: StandIn;
beforeEach(() => {
  clock = new VirtualClock(START);
  standIn = new StandIn(() => clock.true());
});

const started = (options: object = {}) => clientOf(standIn, { clock, fetch: standIn.fetch, ...options });
const offline = { fetch: () => Promise.reject(new TypeError('offline')) };
const stranger = new TestKey('key of an attacker');

type Attack = (request: Request, signed: string) => Answer;

/** Lies in answer to checks; the key sets come as they are. The honest answer would be `honest`. */
function attack(how: Attack, honest: object): void {
  standIn.instead = (request) => {
    if (!request.path.startsWith('/api/check')) return undefined;
    const { signed } = JSON.parse(standIn.toVerdict({ ...standIn.payloadFor(request), ...honest }).body) as {
      signed: string;
    };
    return how(request, signed);
  };
}

const answer = (signed: string): Answer => json(200, { status: 'AUTHORISED', pass: true, details: '', signed });
const honestly = (request: Request, change: object = {}) => ({ ...standIn.payloadFor(request), ...change });
const sign = (request: Request, change: object = {}, key = standIn.signing): string =>
  key.token(VERDICT, honestly(request, change));
const withHeader = (request: Request, header: object): string =>
  standIn.signing.compact({ ...standIn.signing.header(VERDICT), ...header }, honestly(request));

function byHmac(request: Request, secret: string | Buffer): string {
  const header = { alg: 'HS256', typ: VERDICT, kid: standIn.signing.kid };
  const signed = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(honestly(request)))}`;
  return `${signed}.${base64url(createHmac('sha256', secret).update(signed).digest())}`;
}

const replace = (signed: string, place: number, change: (part: string) => string): string =>
  signed
    .split('.')
    .map((part, index) => (index === place ? change(part) : part))
    .join('.');

let recorded = '';

/** The honest answer is a refusal, which the attacker wants to turn into a pass; or a pass, to be turned into a refusal. */
const ANSWERS: [string, Attack][] = [
  ['an answer of an earlier check', () => answer(recorded)],
  ['an answer for another license key', (request) => answer(sign(request, { key: sha256('another') }))],
  ['an answer for another product', (request) => answer(sign(request, { product: 7 }))],
  ['an answer for another device', (request) => answer(sign(request, { device: sha256('another') }))],
  ['an answer for any device', (request) => answer(sign(request, { device: undefined }))],
  ['an answer with another nonce', (request) => answer(sign(request, { nonce: 'n0nce-of-another-check' }))],
  ['a license as the verdict', () => answer(standIn.license({ ...REQUEST, product: PRODUCT }))],
  ['a license that says what a verdict says', (request) => answer(standIn.signing.token(LICENSE, honestly(request)))],
  ['alg none', (request) => answer(replace(withHeader(request, { alg: 'none' }), 2, () => ''))],
  ['HS256 with the public key', (request) => answer(byHmac(request, Buffer.from(standIn.signing.x, 'base64url')))],
  ["HS256 with the public key's text", (request) => answer(byHmac(request, standIn.signing.x))],
  ['a kid of nobody', (request) => answer(sign(request, {}, stranger))],
  [
    'a kid of the service, signed by an attacker',
    (request) => answer(stranger.compact(standIn.signing.header(VERDICT), honestly(request))),
  ],
  ['signed by the root', (request) => answer(sign(request, {}, standIn.root))],
  ['a typ of another purpose', (request) => answer(withHeader(request, { typ: 'keylink-keys+jwt' }))],
  ['crit', (request) => answer(withHeader(request, { crit: ['exp'], exp: 1 }))],
  [
    'a key of its own',
    (request) => answer(withHeader(request, { jwk: { kty: 'OKP', crv: 'Ed25519', x: stranger.x } })),
  ],
  ['two payloads', (request, signed) => answer(replace(signed, 1, (part) => `${sign(request).split('.')[1]}.${part}`))],
  [
    'another payload under the signature',
    (request, signed) => answer(replace(signed, 1, () => sign(request).split('.')[1])),
  ],
  ['base64 with junk', (request) => answer(replace(sign(request), 1, (part) => `${part}=\n`))],
  ['a signature that was cut', (request) => answer(sign(request).slice(0, -2))],
  ['the signature of another verdict', (request) => answer(replace(sign(request), 2, () => recorded.split('.')[2]))],
  ['pass: true, unsigned', () => json(200, { pass: true })],
  ['pass: true, with the signature stripped', () => json(200, { status: 'AUTHORISED', pass: true, details: '' })],
  ['pass: true around a signed nothing', () => json(200, { status: 'AUTHORISED', pass: true, signed: '' })],
  ['pass: false, unsigned', () => json(200, { status: 'KEY DISABLED', pass: false, details: '' })],
  ['NOT AUTHORISED with 403, unsigned', () => json(403, { status: 'NOT AUTHORISED', pass: false })],
  ['HTML', () => ({ status: 200, body: '<html>Please log in</html>', headers: { 'content-type': 'text/html' } })],
  ['an empty body', () => ({ status: 200, body: '' })],
  ['half a body', (request) => ({ status: 200, body: answer(sign(request)).body.slice(0, -9) })],
  ['a list', (request) => ({ status: 200, body: `[${answer(sign(request)).body}]` })],
];

describe.each([
  ['a refusal', { pass: false, status: 'KEY DISABLED' }, {}],
  ['a pass', { pass: true, status: 'AUTHORISED' }, { pass: false, status: 'KEY DISABLED' }],
])('where the service means %s', (_, honest, wanted) => {
  it.each(ANSWERS)('%s neither allows nor refuses', async (_, how) => {
    standIn.verdict = wanted;
    await clientOf(standIn, { clock, fetch: standIn.fetch }).check(REQUEST);
    recorded = standIn.signing.token(VERDICT, standIn.payloadFor(standIn.checks[0]));
    attack(how, honest);
    expect(await started().check(REQUEST)).toMatchObject({ outcome: 'unreachable' });
  });
});

it('the same proxy, passing the answer on, is no attack: the table above has an effect', async () => {
  attack((_, signed) => answer(signed), { pass: false, status: 'KEY DISABLED' });
  expect(await started().check(REQUEST)).toMatchObject({ outcome: 'refused' });
  attack((_, signed) => answer(signed), {});
  expect(await started().check(REQUEST)).toMatchObject({ outcome: 'allowed' });
});

it('a redirect to elsewhere is not followed, and the license key stays here', async () => {
  const heard: unknown[] = [];
  const elsewhere = createServer((request, response) => {
    heard.push(request.headers);
    response.end('{"pass":true}');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const near = await StandIn.listen();
  try {
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    for (const status of [301, 302, 307, 308]) {
      near.instead = () => ({ status, body: '', headers: { location } });
      expect(await clientOf(near).check(REQUEST)).toMatchObject({ outcome: 'unreachable', reason: 'redirect' });
    }
    expect(heard).toEqual([]);
  } finally {
    elsewhere.close();
    await near.close();
  }
});

describe('a cache', () => {
  const passed = async (): Promise<OpenStore> => {
    const store = new OpenStore();
    await started({ store }).check(REQUEST);
    expect(await started({ store: store.copy(), ...offline }).check(REQUEST)).toMatchObject({ source: 'cache' });
    return store;
  };
  const token = (change: object, key = standIn.signing): string =>
    sign(
      {
        method: 'POST',
        path: `/api/check/${PRODUCT}`,
        headers: { authorization: REQUEST.key },
        body: { ...REQUEST, nonce: 'n0nce-of-some-check' },
      },
      change,
      key,
    );

  it('copied to another machine, for another key, or for another product, brings nothing', async () => {
    const store = await passed();
    const check = (request: object, options: object = {}) =>
      started({ store: store.copy(), ...offline, ...options }).check({ ...REQUEST, ...request });
    expect(await check({ device: 'laptop-of-bob' })).toMatchObject({ outcome: 'unreachable' });
    expect(await check({ device: undefined })).toMatchObject({ outcome: 'unreachable' });
    expect(await check({ key: 'another' })).toMatchObject({ outcome: 'unreachable' });
    expect(await check({}, { product: 7 })).toMatchObject({ outcome: 'unreachable' });
    expect(await check({}, { rootKey: stranger.x })).toMatchObject({ outcome: 'unreachable' });
  });

  const EDITS: [string, (kept: { keySets: string[]; tokens: string[] }) => object][] = [
    [
      'a pass that was prolonged',
      ({ tokens }) => ({
        tokens: [replace(tokens[0], 1, () => token({ exp: standIn.seconds() + 9e6 }).split('.')[1])],
      }),
    ],
    ['a pass of an attacker', () => ({ tokens: [token({}, stranger)] })],
    ['key sets of an attacker', () => ({ keySets: [forged()], tokens: [token({}, stranger)] })],
    [
      'key sets of an attacker after ours',
      ({ keySets }) => ({ keySets: [...keySets, forged(2)], tokens: [token({}, stranger)] }),
    ],
    ['no key sets', () => ({ keySets: [] })],
    [
      'a pass from the future',
      () => ({ tokens: [token({ iat: standIn.seconds() + 2 * 86_400, exp: standIn.seconds() + 90 * 86_400 })] }),
    ],
    ['a pass whose key was not signing yet', () => ({ tokens: [token({ iat: standIn.seconds() - 3600 })] })],
    ['other types', () => ({ tokens: { 0: 1 }, keySets: 7, skew: 'x', retryAfter: {}, keysAt: null })],
    ['another version', () => ({ v: 2 })],
  ];
  it.each(EDITS)('with %s brings nothing, and the service is asked', async (_, edit) => {
    const store = await passed();
    store.change(edit(store.read()));
    expect(await started({ store: store.copy(), ...offline }).check(REQUEST)).toMatchObject({ outcome: 'unreachable' });
    expect(await started({ store: store.copy() }).check(REQUEST)).toMatchObject({
      outcome: 'allowed',
      source: 'service',
    });
  });

  it.each([
    ['cut', (text: string) => text.slice(0, -20)],
    ['emptied', () => ''],
    ['of zeros', () => '\0'.repeat(400)],
  ])('that was %s brings nothing, and the service is asked', async (_, damage) => {
    const store = await passed();
    store.text = damage(store.text ?? '');
    expect(await started({ store, ...offline }).check(REQUEST)).toMatchObject({ outcome: 'unreachable' });
    expect(await started({ store }).check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'service' });
  });

  it('whose times to wait were set to never locks nobody out', async () => {
    const store = await passed();
    store.change({
      tokens: [],
      retryAfter: START + 1000 * DAY,
      renewAfter: START + 1000 * DAY,
      keysAt: START + 1000 * DAY,
      skew: 1e15,
    });
    expect(await started({ store }).check(REQUEST)).toMatchObject({ outcome: 'allowed', source: 'service' });
  });

  function forged(version = 1): string {
    const keys = [{ key: stranger, notBefore: standIn.seconds() - 60 }];
    return signKeySet(keySetPayload({ version, iat: standIn.seconds(), root: stranger, keys }), [stranger]);
  }
});
